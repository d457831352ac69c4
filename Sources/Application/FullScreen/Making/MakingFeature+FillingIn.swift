import Foundation
import Composing
import Encoding
import Payloads
import Screens
import Services
import Surface

/// What the form can be filled in with.
extension MakingFeature {

    func askNetwork() {
        display.stack.ask(
            Pick(
                title: "The Wi-Fi network in use",
                options: [
                    .init("password", "With its password", detail: "taken from the system and put into the code"),
                    .init("name", "Without its password"),
                ]
            ) { [.making(.useNetwork(withPassword: $0 == "password"))] })
    }

    func useNetwork(withPassword: Bool) {
        jobs.run {
            let network = try NetworkInUse.current()
            guard withPassword, let password = try network.password() else { return network.values }
            return network.values.merging(["password": password]) { $1 }
        } then: { [self] (result: Result<[String: String], any Error>) in
            switch result {
            case .success(let values):
                change { $0.enter(values, form: "wifi") }
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    func askIdentifier() {
        display.stack.ask(
            Pick(
                title: "GS1 identifiers", hint: "Type a number or a name to find one.",
                options: GS1IdentifierEntry.all.map {
                    Pick.Option($0.number, "(\($0.number)) \($0.title)", detail: $0.format)
                }
            ) { [.making(.insert("(\($0))"))] })
    }
}
