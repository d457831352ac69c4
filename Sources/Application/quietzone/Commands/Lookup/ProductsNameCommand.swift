import ArgumentParser
import Config
import History
import Lookup
import Services

extension ProductsCommand {
    struct NameCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "name", abstract: "Set your own name for a product, which replaces names that are looked up.",
            discussion: """
                Scans of the product in the history get the name, too. An empty name removes it.

                  quietzone products name 4006381333931 "Pencils, box of 12"
                """)

        @Argument(help: ArgumentHelp("The number of the product.", valueName: "GTIN"))
        var number: String

        @Argument(help: ArgumentHelp("The name.", valueName: "NAME"))
        var name: String

        func run() throws {
            guard let number = LookupNumbers.number(number) else { throw ExitCode.trouble }
            let engine = try Lookups.engine(Settings.load(), keepsNames: true)
            try engine.setOwn(number) { $0.name = name }
            let own = try engine.own(number)?.name
            var title = own ?? ""
            if own == nil, case .found(let hits) = try engine.answer(for: number) { title = hits.first?.title ?? "" }
            let scans = try HistoryStore.open(at: Paths.history).setProduct(title, ofNumbers: number.forms)
            let what = own.map { "named \($0)" } ?? "your name is removed"
            Output.line(fromSymbol: "\(number.text): \(what)\(scans.isEmpty ? "" : ", \(scans.count.scans) changed")")
        }
    }
}
