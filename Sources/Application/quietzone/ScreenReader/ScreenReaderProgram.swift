import Composing
import Config
import Doors
import Files
import Formats
import Foundation
import History
import Services
import Symbols
import Terminal

/// The program for people who do not see the screen: `quietzone --screen-reader`.
///
/// Every task is a numbered choice. Most run the commands of the command line, whose answers are lines.
struct ScreenReaderProgram {
    /// The user's settings, and what the command line says instead.
    let settings: Settings
    let source: String?
    let format: String?
    /// The session and tags of scans, and whether they are saved.
    let keeping: KeepingOptions
    let sandbox: ParsingAndReading.Factory
    private let dialogue = LineDialogue()
    private let newest = Newest()

    /// What was scanned last, saved or not.
    private final class Newest { var scan: WatchedScan? }

    init(
        settings: Settings, source: String?, format: String?, keeping: KeepingOptions,
        sandbox: @escaping ParsingAndReading.Factory
    ) {
        (self.settings, self.source, self.format, self.keeping) = (settings, source, format, keeping)
        self.sandbox = sandbox
    }

    private struct Task {
        let title: String
        let perform: (ScreenReaderProgram) throws -> Void
    }

    private static var tasks: [Task] {
        [
            Task(title: "Scan") { try $0.scan() },
            Task(title: "Last scan") { try $0.showLast() },
            Task(title: "Find scans") { try $0.find() },
            Task(title: "Export scans") { try $0.export() },
            Task(title: "Make a code") { try $0.make() },
            Task(title: "Print labels to a PDF") { try $0.print() },
            Task(title: "Count with a check-list") { try $0.count() },
            Task(title: "Check tickets at a door") { try $0.checkTickets() },
            Task(title: "List cameras") { program in program.dialogue.run(["cameras"]) },
            Task(title: "Run another command") { try $0.runCommand() },
        ]
    }

    /// Runs until the user quits or standard input ends.
    func run() {
        dialogue.say("Quietzone, a barcode scanner. Each step is a line or a numbered choice.")
        var isKnown = false
        do {
            while let task = try dialogue.choose(
                "What do you want to do", Self.tasks.map(\.title), leaving: ("q", "quit"), isKnown: isKnown)
            {
                isKnown = true
                do {
                    try Self.tasks[task].perform(self)
                } catch let ended as LineDialogue.Ended {
                    throw ended
                } catch {
                    dialogue.say("Not done: \(error)")
                }
            }
        } catch {
            // Standard input has ended: there is nobody to tell.
        }
    }

    // MARK: - Scanning

    private func scan(_ counting: KeepingOptions? = nil) throws {
        var watch = ScanWatch(settings: settings, source: source, format: format)
        watch.keepsScans = !keeping.isPrivate && (source ?? settings.source) != "demo"
        watch.keeping = counting ?? keeping
        watch.endsWithInput = STDIN_FILENO
        watch.drawsCodes = false
        watch.onStart = { [dialogue] in
            dialogue.say("Scanning. Hold a code in front of the camera. Press Enter to stop.")
        }
        var last: WatchedScan?
        // From now on signals end the program again.
        defer { SignalListener.unblock() }
        let outcome = try watch.run(sandbox: sandbox) { watched in
            last = watched
            return Array((SafeText.visible(ScanLine(watched).text) + "\n").utf8)
        }
        try dialogue.takeStop()
        if outcome == .nothing { dialogue.say("Nothing was read.") }
        guard let last else { return }
        newest.scan = last
        try ScanDialogue(dialogue, content: last.scan.symbol.content, id: last.id).run()
    }

    private func showLast() throws {
        if let scan = newest.scan {
            dialogue.say(ScanLine(scan).text)
            return try ScanDialogue(dialogue, content: scan.scan.symbol.content, id: scan.id).run()
        }
        guard let entry = try HistoryStore.open(at: Paths.history, for: .reading).entries(limit: 1).first else {
            return dialogue.say("The history is empty.")
        }
        try show(entry)
    }

    private func show(_ entry: HistoryEntry) throws {
        dialogue.say(ScanLine(entry).text)
        try ScanDialogue(dialogue, content: entry.scan.symbol.content, id: entry.id).run()
    }

    /// As many scans as a list of choices has.
    private static let choices = 20

    private func find() throws {
        let query = try dialogue.ask(
            "Words, or conditions such as on:yesterday or kind:wifi. Press Enter to list the newest scans")
        let selection = try QueryArguments.selection(query)
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        let entries = try history.entries(of: selection, limit: Self.choices)
        guard !entries.isEmpty else { return dialogue.say("No scan matches.") }
        let count = try history.count(of: selection)
        let title = count > entries.count ? "The newest \(entries.count) of \(count) scans" : count.scans
        guard let place = try dialogue.choose(title, entries.map { ScanLine($0).text }) else { return }
        try show(entries[place])
    }

    private func export() throws {
        let query = try dialogue.ask("Which scans", standard: "on:today")
        try write(
            ["history", "export", query], to: "File name; its extension sets the format, such as .csv or .xlsx",
            standard: "scans.csv")
    }

    /// Runs a command that writes a file, which is overwritten after a yes only. Where it fails, only the file is asked for again.
    ///
    /// - Parameter arguments: without `--output`.
    private func write(_ arguments: [String], to question: String, standard: String) throws {
        var file = try dialogue.ask(question, standard: standard)
        while !file.isEmpty {
            let exists = Folder.contains(file)
            if try !exists || dialogue.confirm("\(file) exists. Overwrite it?"),
                dialogue.run(arguments + ["--output", file] + (exists ? ["--force"] : []))
            {
                return
            }
            file = try dialogue.ask("Another file name. Press Enter to give up")
        }
    }

    // MARK: - Making

    private func make() throws {
        let forms = PayloadForm.all
        guard let place = try dialogue.choose("Content of the code", forms.map(\.title)) else { return }
        let form = forms[place]
        var arguments = ["make", "--payload", form.id]
        var chosen: [String: String] = [:]
        var secrets: [String] = []
        defer {
            for file in secrets {
                try? FileManager.default.removeItem(atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path)
            }
        }
        for field in form.fields where field.condition.map({ chosen[$0.field] == $0.value }) ?? true {
            arguments += try options(for: field, &chosen, &secrets)
        }
        try write(
            arguments, to: "File name; its extension sets the format, such as .png, .svg or .pdf",
            standard: "\(form.id).png")
    }

    /// Asks for a field.
    ///
    /// - Parameters:
    ///   - chosen: gets the value of a choice.
    ///   - secrets: gets the file that a secret was written to: other users can read arguments.
    /// - Returns: its option; nothing for one that is left empty.
    private func options(
        for field: FormEntry, _ chosen: inout [String: String], _ secrets: inout [String]
    ) throws -> [String] {
        let title = field.label + (field.isRequired ? "" : ", optional")
        switch field.control {
        case .check: return try dialogue.confirm("\(field.label)?") ? ["--\(field.id)"] : []
        case .choice(let choices):
            guard let place = try dialogue.choose(title, choices.map(\.title), leaving: ("", "skip it")) else {
                return []
            }
            chosen[field.id] = choices[place].value
            return ["--\(field.id)", choices[place].value]
        case .secret:
            let answer = try dialogue.ask("\(title), shown while you type")
            guard !answer.isEmpty else { return [] }
            secrets.append(try HandedOverFile.write(Array(answer.utf8), as: "secret"))
            return ["--\(field.id)-file", secrets[secrets.count - 1]]
        case .text, .lines, .path:
            let answer = try dialogue.ask(title)
            return answer.isEmpty ? [] : ["--\(field.id)=\(answer)"]
        }
    }

    private func print() throws {
        let text = try dialogue.ask("Text of the labels; {001…024} numbers them, as in S-{001…024}")
        guard !text.isEmpty else { return }
        let copies = text.contains("{") ? "" : try dialogue.ask("Number of labels", standard: "24")
        let sheet = try dialogue.ask("Label sheet; quietzone print --list-sheets lists them", standard: "L7160")
        let content = text.contains("{") ? ["--series", text] : ["--copies", copies, text]
        try write(["print", "--sheet", sheet] + content, to: "PDF file", standard: "labels.pdf")
    }

    // MARK: - Counting and doors

    private func count() throws {
        let name = try dialogue.ask("Name of the session, such as Aisle 4")
        guard !name.isEmpty else { return }
        var keeping = keeping
        (keeping.session, keeping.repeats) = (name, .count)
        let list = try dialogue.ask(
            "CSV with the expected codes (text, quantity, name). Press Enter for none or the previous list")
        if !list.isEmpty { keeping.expected = list }
        try scan(keeping)
        if try HistoryStore.open(at: Paths.history, for: .reading).session(called: name) != nil {
            dialogue.run(["history", "sessions", "--missing", name])
        }
        if try dialogue.confirm("Close the session \(name)?") {
            dialogue.run(["history", "sessions", "--close", name])
        }
    }

    private func checkTickets() throws {
        let names = DoorFolder.names
        guard let place = try dialogue.choose("Event", names + ["New event"]) else { return }
        var name = names.indices.contains(place) ? names[place] : ""
        if name.isEmpty {
            name = try dialogue.ask("Name of the event")
            guard !name.isEmpty else { return }
            let list = try dialogue.ask("CSV with the guests. Press Enter for none")
            dialogue.run(["door", "new", name] + (list.isEmpty ? [] : ["--guests", list]))
        }
        while true {
            let code = try dialogue.ask("Ticket code, or s to scan one. Press Enter to go back")
            if code.isEmpty { return }
            if code != "s" {
                dialogue.run(["door", "check", name, "--", code])
                continue
            }
            var watch = ScanWatch(settings: settings, source: source, format: format)
            (watch.endsAfter, watch.endsWithInput, watch.drawsCodes) = (1, STDIN_FILENO, false)
            dialogue.say("Scanning. Hold the ticket in front of the camera. Press Enter to stop.")
            var read: SymbolContent?
            _ = try watch.run(sandbox: sandbox) { watched in
                read = watched.scan.symbol.content
                return []
            }
            try dialogue.takeStop()
            guard let read else { continue }
            guard let text = read.text else {
                dialogue.say(
                    "This code is not text. Check it with: quietzone watch --json | quietzone door check --json-input")
                continue
            }
            dialogue.run(["door", "check", name, "--", text])
        }
    }

    private func runCommand() throws {
        let line = try dialogue.ask("Command, such as history list --limit 5")
        let words = line.split(separator: " ").map(String.init)
        if !words.isEmpty { dialogue.run(words.first == "quietzone" ? Array(words.dropFirst()) : words) }
    }
}
