import Installation
import CLinux
import Files
import Formats
import Foundation
import Glibc
import History
import Lookup
import Payloads
import Screens
import Services
import Symbols

/// A scan in a line that is read aloud: what it says, its symbology, and what became of it.
struct ScanLine {
    let text: String

    init(_ watched: WatchedScan) {
        let content = watched.scan.symbol.content
        let fate = watched.id.map { "saved as scan \($0)" } ?? "not saved"
        let count = watched.quantity.map { ", counted \($0)" } ?? ""
        text = Self.meaning(of: content) + ", \(fate)\(count)."
    }

    init(_ entry: HistoryEntry) {
        let quantity = entry.tally.quantity == 1 ? "" : ", quantity \(entry.tally.quantity)"
        let tags = entry.remarks.tags.isEmpty ? "" : ", tags \(entry.remarks.tags.joined(separator: ", "))"
        text =
            "Scan \(entry.id): " + (entry.remarks.product.map { "\($0), " } ?? "")
            + Self.meaning(of: entry.scan.symbol.content)
            + ", \(entry.scan.time.localMinute)\(quantity)\(tags)."
    }

    private static func meaning(of content: SymbolContent) -> String {
        let payload = Payload.parse(content)
        let warnings = payload.warnings.map { " Warning: \($0.message)." }.joined()
        return "\(payload.summary), \(content.symbology.traits.title)" + (warnings.isEmpty ? "" : "." + warnings)
    }
}

/// What can be done with one scan.
struct ScanDialogue {
    private let dialogue: LineDialogue
    private let payload: Payload
    /// Its number in the history; nil if it is not saved.
    private let id: Int64?

    init(_ dialogue: LineDialogue, content: SymbolContent, id: Int64?) {
        (self.dialogue, self.id) = (dialogue, id)
        payload = Payload.parse(content)
    }

    private struct Choice {
        let title: String
        let perform: () throws -> Void
    }

    /// Asks what to do until the user goes back or deletes the scan.
    func run() throws {
        var isKnown = false
        while true {
            var isDeleted = false
            var choices = [Choice(title: "Read all fields") { read(showsSecrets: false) }]
            if payload.fields.contains(where: \.isSecret) {
                choices.append(Choice(title: "Read all fields, with passwords") { read(showsSecrets: true) })
            }
            choices += payload.actions.map { action in Choice(title: action.title) { try perform(action) } }
            if let number = ProductNumber(payload) { choices += choicesOfProduct(number.text) }
            if let id {
                choices +=
                    changes(of: id) + [
                        Choice(title: "Delete") {
                            guard try dialogue.confirm("Delete scan \(id)?") else { return }
                            dialogue.run(["history", "delete", "\(id)", "--yes"])
                            isDeleted = true
                        }
                    ]
            }
            guard let place = try dialogue.choose("This scan", choices.map(\.title), isKnown: isKnown) else { return }
            isKnown = true
            do {
                try choices[place].perform()
            } catch let error as UserError {
                dialogue.say("Not done: \(error)")
            }
            if isDeleted { return }
        }
    }

    private func changes(of id: Int64) -> [Choice] {
        func change(_ title: String, _ question: String, _ option: String) -> Choice {
            Choice(title: title) {
                let answer = try dialogue.ask(question)
                if !answer.isEmpty { dialogue.run(["history", "tag", "\(id)", "\(option)=\(answer)"]) }
            }
        }
        return [
            change("Set the quantity", "Quantity", "--quantity"), change("Add a tag", "Tag", "--add"),
            change("Write a note", "Note", "--note"),
        ]
    }

    private func choicesOfProduct(_ number: String) -> [Choice] {
        [
            Choice(title: "Look up the product") { dialogue.run(["lookup", number]) },
            Choice(title: "Name the product") {
                let name = try dialogue.ask("Your name for the product")
                if !name.isEmpty { dialogue.run(["products", "name", "--", number, name]) }
            },
        ]
    }

    private func read(showsSecrets: Bool) {
        for line in payload.explanationLines(showsSecrets: showsSecrets) where !line.hasPrefix("Actions:") {
            dialogue.say(line)
        }
    }

    private func perform(_ action: PayloadAction) throws {
        switch action.effect {
        case .copy(let text): copy(text)
        case .copyCode(let password): copy(password.code(at: Date()))
        case .open(let target):
            for warning in target.warnings { dialogue.say("Warning: \(warning.message)") }
            guard try dialogue.confirm("Open \(target.url)?") else { return }
            launch(target.url)
        case .handOver(let address):
            if try dialogue.confirm("Open \(address)?") { launch(address) }
        case .handOverFile(let name, let bytes):
            guard try dialogue.confirm("Open \(name) with its program?") else { return }
            launch(try HandedOverFile.write(bytes, as: name))
        case .join(let network):
            if let obstacle = NetworkJoining.obstacle() { throw UserError(obstacle) }
            guard try dialogue.confirm("Join the network \(network.ssid)?") else { return }
            dialogue.say("Joining. This may take a minute.")
            try NetworkJoining.join(network)
            dialogue.say("Joined \(network.ssid).")
        case .save(let name, let bytes):
            let file = try dialogue.ask("File", standard: name)
            if Folder.contains(file), try !dialogue.confirm("\(file) exists. Overwrite it?") { return }
            _ = try ExportFile.write(to: file, overwrite: true) { sink in try bytes.withUnsafeBytes { try sink($0) } }
            dialogue.say("Saved to \(file).")
        }
    }

    /// What terminals take of OSC 52, in bytes of Base64: they drop longer sequences.
    private static let longestCopy = 100_000

    /// Hands a text to the terminal's clipboard (OSC 52), as the full screen does.
    private func copy(_ text: String) {
        guard Output.isTerminal else { return dialogue.say("Standard output is not a terminal: nothing was copied.") }
        let encoded = Data(text.utf8).base64EncodedString()
        guard encoded.utf8.count <= Self.longestCopy else {
            return dialogue.say("This text is too long for the clipboard of a terminal: save it to a file.")
        }
        Output.write(Array("\u{1B}]52;c;\(encoded)\u{7}".utf8))
        dialogue.say("Copied, if the terminal allows it.")
    }

    /// Hands an address or a file to the desktop's handler, as one argument, never through a shell.
    private func launch(_ address: String) {
        switch qz_launch("xdg-open", address) {
        case 0: dialogue.say("Opened.")
        case -ENOENT: dialogue.say("xdg-open is not installed: \(PackageSystem.current.advice(for: .xdgOpen))")
        default: dialogue.say("xdg-open could not open it. Is a browser installed?")
        }
    }
}
