import Formats
import Foundation
import Payloads
import Symbols

/// The names of conditions, and what their values mean.
extension HistoryFilter {
    typealias Parser = @Sendable (Comparison, String, MomentParser) -> Outcome

    /// Those whose values are more or less than others.
    static let comparedNames: Set<String> = ["qty", "quantity"]

    static let parsers: [String: Parser] = [
        "id": { _, value, _ in ids(value) },
        "text": { _, value, _ in .conditions(TextSearch(phrase: value).foldedWords.map { .word($0) }) },
        "kind": { _, value, _ in kinds(value) }, "symbology": { _, value, _ in symbologies(value) },
        "type": { _, value, _ in symbologies(value) },
        "source": { _, value, _ in .conditions(TextSearch(phrase: value).foldedWords.map { .source($0) }) },
        "session": { _, value, _ in .conditions([.session(value)]) },
        "place": { _, value, _ in .conditions([.field("place", value)]) },
        "shelf": { _, value, _ in .conditions([.field("shelf", value)]) },
        "grade": { _, value, _ in .conditions([.field(ScanGrade.letterField, value)]) },
        "near": { _, value, _ in
            NearCondition(value).map { .conditions([.near($0)]) }
                ?? .problem(
                    "near:\(value): use a position, such as near:52.52,13.405, or near:52.52,13.405/500 for 500 metres")
        },
        "tag": { _, value, _ in
            value.isEmpty ? .problem("tag: needs a name, such as tag:late") : .conditions([.tag(value)])
        },
        "after": { _, value, moments in moment(value, "after", moments) { [.since($0.lowerBound)] } },
        "since": { _, value, moments in moment(value, "since", moments) { [.since($0.lowerBound)] } },
        "before": { _, value, moments in moment(value, "before", moments) { [.until($0.lowerBound)] } },
        "until": { _, value, moments in moment(value, "until", moments) { [.until($0.upperBound)] } },
        "on": { _, value, moments in moment(value, "on", moments) { [.since($0.lowerBound), .until($0.upperBound)] } },
        "qty": { comparison, value, _ in quantity(comparison, value) },
        "quantity": { comparison, value, _ in quantity(comparison, value) },
        "has": { _, value, _ in
            Property(rawValue: value.lowercased()).map { .conditions([.has($0)]) }
                ?? .problem("has:\(value): use one of \(Property.allCases.map(\.rawValue).joined(separator: ", "))")
        },
        "is": { _, value, _ in
            value.lowercased() == "pinned" ? .conditions([.isPinned]) : .problem("is:\(value): use is:pinned")
        },
    ]

    private static func ids(_ value: String) -> Outcome {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count else {
            return .problem("id:\(value): use numbers of scans, such as id:12 or id:12,15")
        }
        return .conditions([.id(numbers)])
    }

    private static func quantity(_ comparison: Comparison, _ value: String) -> Outcome {
        guard let number = Int(value) else { return .problem("qty: needs a number, such as qty>1") }
        return .conditions([.quantity(comparison, number)])
    }

    private static func moment(
        _ value: String, _ name: String, _ moments: MomentParser,
        _ conditions: (Range<Date>) -> [Condition]
    ) -> Outcome {
        guard let range = moments.range(value) else {
            return .problem("\(name):\(value) is not a time: use 2026-11-20, 2026-11-20T14:30, today, monday, 3d or 2h")
        }
        return .conditions(conditions(range))
    }

    /// Letters and digits, folded: `Wi-Fi network` as `wifinetwork`.
    private static func letters(_ text: String) -> String {
        String(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || 0x30...0x39 ~= $0.value })
    }

    /// The names of those whose name or title begins as `value` says.
    private static func names(_ all: [(name: String, title: String)], beginningAs value: String) -> [String] {
        let wanted = letters(value)
        guard !wanted.isEmpty else { return [] }
        return all.filter { letters($0.name).hasPrefix(wanted) || letters($0.title).hasPrefix(wanted) }.map(\.name)
    }

    private static func kinds(_ value: String) -> Outcome {
        let found = names(PayloadKind.all.map { ($0.rawValue, $0.title) }, beginningAs: value)
        if !found.isEmpty { return .conditions([.kind(found)]) }
        return .problem(
            "kind:\(value): there is no such kind. Kinds are \(PayloadKind.all.map(\.rawValue).joined(separator: ", "))"
        )
    }

    private static func symbologies(_ value: String) -> Outcome {
        let found = names(Symbology.allCases.map { ($0.rawValue, $0.traits.title) }, beginningAs: value)
        if !found.isEmpty { return .conditions([.symbology(found)]) }
        return .problem("symbology:\(value): there is no such symbology: `quietzone symbologies` lists them")
    }
}
