import Services
import Foundation
import History
import Screens
import Surface

/// Tags, notes and quantities of scans.
extension Feature {
    static let remarks = Feature(
        "History",
        [
            FeatureCommand(
                onScreen: .editTags, .on([.history, .scan]), [.character("t")], label: "tags",
                "Tag the marked scans, or the selected one: names, with - to take one away"),
            FeatureCommand(
                onScreen: .editNote, .on([.history, .scan]), [.character("w")], "Write a note to the scan"),
            FeatureCommand(
                onScreen: .editQuantity, .on([.scanner, .scan]), [.character("#")], "Say how many there are of it"),
            FeatureCommand(
                onScreen: .editQuantity, .on([.history]), [.character("#")] + "123456789".map { .character($0) },
                "Say how many there are of it; a digit begins"),
            FeatureCommand(
                onScreen: .togglePin, .on([.history, .scan]), [.character("*")],
                "Pin the scan: it stays when old ones are deleted"),
        ])
}

extension ScannerApp {
    /// Asks for what people add to scans.
    func askRemark(_ kind: RemarkKind, of ids: [Int64], beginning: String?) throws {
        let entries = try records.history.entries(of: .ids(ids))
        guard let first = entries.first else { throw Trouble("This scan is no longer in the history") }
        let what = ids.count == 1 ? HistoryRow(first).summary : "\(ids.count) scans"
        let former = ids.count == 1 ? first.remarks : .init()
        let prompt =
            switch kind {
            case .tags:
                Prompt(
                    title: "Tags of \(what)", hint: "Names with blanks between them. -name takes one away.",
                    text: former.tags.joined(separator: " "), content: .text
                ) { [.history(.setRemark(.tags, ids: ids, text: $0))] }
            case .note:
                Prompt(
                    title: "Note to \(what)", hint: "An empty note takes it away.", text: former.note ?? "",
                    content: .text
                ) { [.history(.setRemark(.note, ids: ids, text: $0))] }
            case .quantity:
                Prompt(
                    title: "How many of \(what)?", hint: "A whole number.",
                    text: beginning ?? String(ids.count == 1 ? first.tally.quantity : 1), content: .text
                ) { [.history(.setRemark(.quantity, ids: ids, text: $0))] }
            }
        display.stack.ask(prompt)
    }

    /// Sets what was typed, and takes it back where it cannot be.
    func setRemark(_ kind: RemarkKind, of ids: [Int64], to text: String) throws {
        let changes: [RemarkChange]
        switch kind {
        case .tags: changes = try tagChanges(text, of: ids)
        case .note: changes = [.setNote(text.trimmingCharacters(in: .whitespacesAndNewlines))]
        case .quantity:
            guard let number = Int(text.trimmingCharacters(in: .whitespaces)),
                0...RemarkChange.largestQuantity ~= number
            else {
                return rejectAnswer(Trouble("A quantity is a whole number from 0 to \(RemarkChange.largestQuantity)"))
            }
            changes = [.setQuantity(number)]
        }
        change(ids, changes)
    }

    /// Pins the scans, or none of them any more where all are.
    func togglePin(of ids: [Int64]) throws {
        let entries = try records.history.entries(of: .ids(ids))
        change(ids, [.setPinned(!entries.allSatisfy(\.remarks.isPinned))])
    }

    private func tagChanges(_ text: String, of ids: [Int64]) throws -> [RemarkChange] {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
        var (added, removed): ([String], [String]) = ([], [])
        for word in words {
            let name =
                word.hasPrefix("-") ? String(word.dropFirst()) : word.hasPrefix("#") ? String(word.dropFirst()) : word
            if let obstacle = RemarkChange.obstacle(toTag: name) { throw Trouble(obstacle) }
            if word.hasPrefix("-") { removed.append(name) } else { added.append(name) }
        }
        if ids.count == 1, let former = try records.history.entry(ids[0])?.remarks.tags {
            // The line held all that it had: what is not there any more goes.
            removed += former.filter { tag in !added.contains { $0.lowercased() == tag.lowercased() } }
        }
        return removed.map { .removeTag($0) } + added.map { .addTag($0) }
    }

    /// So many rows show at once what has changed; others when the list is read again.
    private static let mostUpdated = 300

    func change(_ ids: [Int64], _ changes: [RemarkChange]) {
        let history = records.history
        jobs.run {
            for change in changes { try history.change(.ids(ids), change) }
            return try history.entries(of: .ids(ids), limit: Self.mostUpdated)
        } then: { [self] (result: Result<[HistoryEntry], any Error>) in
            guard history === records.history else { return }
            switch result {
            case .success(let entries):
                display.stack.acceptAnswer()
                for entry in entries {
                    model.history.update(HistoryRow(entry))
                    display.stack.update(entry.id, HistoryRow(entry))
                }
                showSession()
                display.needsDrawing = true
            case .failure(let error): rejectAnswer(error)
            }
        }
    }
}
