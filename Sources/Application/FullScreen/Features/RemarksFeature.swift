import Files
import Services
import Foundation
import History
import Screens

/// Tags, notes and quantities of scans.
final class RemarksFeature: FeatureBase, Feature {
    static let purpose = "History"
    static let commands: [FeatureCommand<RemarksFeature>] = [
        FeatureCommand(
            onScreen: .editTags, [.scanner, .history, .scan], ["a"], label: "tags",
            "Edit the tags of the marked scans or the selected one"),
        FeatureCommand(onScreen: .editNote, [.scanner, .history, .scan], ["w"], label: "note", "Edit the note"),
        FeatureCommand(
            onScreen: .editQuantity, [.scanner, .history, .scan], ["x"] + "123456789".map { .character($0) },
            label: "times", "Set the quantity (or type a digit)"),
        FeatureCommand(
            onScreen: .togglePin, [.scanner, .history, .scan], ["*", "Z"],
            "Pin or unpin the scan: pinned scans are never deleted automatically"),
    ]

    func perform(_ effect: RemarkEffect) throws {
        switch effect {
        case .ask(let kind, let ids, let beginning): askRemark(kind, of: ids, beginning: beginning)
        case .set(let kind, let ids, let text): try setRemark(kind, of: ids, to: text)
        case .addTag(let name, let ids): change(ids) { _ in [.addTag(name)] }
        case .togglePin(let ids):
            // None of them is pinned any more where all are.
            change(ids) { entries in [.setPinned(!entries.allSatisfy(\.remarks.isPinned))] }
        }
    }

    /// Asks for what people add to scans.
    private func askRemark(_ kind: RemarkKind, of ids: [Int64], beginning: String?) {
        askHistory(holdsKeys: true) {
            try $0.entries(of: .ids(ids))
        } then: { [self] entries in
            guard let first = entries.first else { throw UserError("This scan is no longer in the history") }
            let what = ids.count == 1 ? HistoryRow(first).summary : "\(ids.count) scans"
            let former = ids.count == 1 ? first.remarks : .init()
            let (title, hint, text) =
                switch kind {
                case .tags:
                    (
                        "Tags of \(what)", "Separate tags with commas. -name removes a tag.",
                        former.tags.joined(separator: ", ")
                    )
                case .note: ("Note for \(what)", "Leave it empty to remove the note.", former.note ?? "")
                case .quantity:
                    (
                        "How many of \(what)?", "A whole number.",
                        beginning ?? String(ids.count == 1 ? first.tally.quantity : 1)
                    )
                }
            prompt(title, hint: hint, text: text, isBegun: beginning != nil) {
                [.remark(.set(kind, ids: ids, text: $0))]
            }
        }
    }

    /// Sets what was typed, and takes it back where it cannot be.
    private func setRemark(_ kind: RemarkKind, of ids: [Int64], to text: String) throws {
        switch kind {
        case .tags:
            let words = try TagWords(text)
            change(ids) { entries in words.changes(of: ids.count == 1 ? entries.first?.remarks.tags : nil) }
        case .note:
            let note = text.trimmingCharacters(in: .whitespacesAndNewlines)
            change(ids) { _ in [.setNote(note)] }
        case .quantity:
            guard let number = Int(text.trimmingCharacters(in: .whitespaces)),
                0...RemarkChange.largestQuantity ~= number
            else {
                return display.rejectAnswer(
                    UserError("A quantity is a whole number from 0 to \(RemarkChange.largestQuantity)"))
            }
            change(ids) { _ in [.setQuantity(number)] }
        }
    }

    /// What has changed, in a line: `Tagged: late`.
    private static func outcome(of changes: [RemarkChange], before entries: [HistoryEntry]) -> String {
        var (added, removed): ([String], [String]) = ([], [])
        var words: [String] = []
        for change in changes {
            switch change {
            case .addTag(let name):
                // The line that is edited holds the tags that were there.
                let isKnown = entries.allSatisfy { $0.remarks.tags.contains { $0.lowercased() == name.lowercased() } }
                if !isKnown { added.append(name) }
            case .removeTag(let name): removed.append(name)
            case .setNote(let note): words.append(note.isEmpty ? "Note removed" : "Note saved")
            case .setProduct: words.append("Name saved")
            case .setQuantity(let number): words.append("Quantity: \(number)")
            case .setPinned(let isPinned): words.append(isPinned ? "Pinned" : "Unpinned")
            }
        }
        if !added.isEmpty { words.append("Tagged: \(added.joined(separator: ", "))") }
        if !removed.isEmpty { words.append("Tag removed: \(removed.joined(separator: ", "))") }
        if words.isEmpty { words = ["Tags unchanged"] }
        return words.joined(separator: ". ") + (entries.count > 1 ? " (\(entries.count.scans))" : "")
    }

    /// Makes changes that follow from the scans as they are.
    private func change(_ ids: [Int64], _ changes: @escaping @Sendable ([HistoryEntry]) -> [RemarkChange]) {
        askHistory { history in
            let entries = try history.entries(of: .ids(ids))
            let changes = changes(entries)
            for change in changes { try history.change(.ids(ids), change) }
            return Self.outcome(of: changes, before: entries)
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] outcome in
            display.stack.acceptAnswer()
            show(Notice(outcome))
            app.post(.scansChanged(Set(ids)))
            app.post(.runChanged)
        }
    }
}

/// Tags as they are typed: names with commas between them; `-name` takes one away.
private struct TagWords: Sendable {
    private var added: [String] = []
    private var removed: [String] = []

    /// - Throws: `UserError` for what is not a tag.
    init(_ text: String) throws {
        for word in RemarkChange.tags(in: text) {
            let name = word.hasPrefix("-") || word.hasPrefix("#") ? String(word.dropFirst()) : word
            if let obstacle = RemarkChange.obstacle(toTag: name) { throw UserError(obstacle) }
            if word.hasPrefix("-") { removed.append(name) } else { added.append(name) }
        }
    }

    /// What is to be changed.
    ///
    /// - Parameter former: the tags that the line held at first: what is not there any more goes. Nil where it held none.
    func changes(of former: [String]?) -> [RemarkChange] {
        let gone = (former ?? []).filter { tag in !added.contains { $0.lowercased() == tag.lowercased() } }
        return (removed + gone).map { .removeTag($0) } + added.map { .addTag($0) }
    }
}
