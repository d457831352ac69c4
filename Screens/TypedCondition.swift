/// The condition of a search that is being typed at the end of a line: `kind:wi`.
struct TypedCondition: Hashable {
    /// What stands before its value: `milk -kind:`.
    let before: String
    /// Its name, in lower case.
    let name: String
    /// What is typed of its value, without quotation marks.
    let value: String

    /// Conditions whose values are offered.
    private static let names: Set<String> = [
        "kind", "tag", "session", "symbology", "type", "on", "after", "since", "before", "until", "has", "is",
        "place", "shelf",
    ]

    /// The condition at the end of `line`; nil if something else is typed there.
    init?(in line: String) {
        var (start, isQuoted) = (line.startIndex, false)
        for index in line.indices {
            if line[index] == "\"" { isQuoted.toggle() }
            if line[index] == " ", !isQuoted { start = line.index(after: index) }
        }
        guard let colon = line[start...].firstIndex(of: ":") else { return nil }
        let typed = line[start..<colon].lowercased()
        name = typed.hasPrefix("-") ? String(typed.dropFirst()) : typed
        guard Self.names.contains(name) else { return nil }
        let end = line.index(after: colon)
        before = String(line[..<end])
        value = line[end...].filter { $0 != "\"" }
    }

    /// The lines that it may become: with those of `values` that have a word which begins as typed.
    func lines(with values: [String]) -> [(value: String, line: String)] {
        let wanted = value.lowercased()
        return values.filter { value in
            let value = value.lowercased()
            guard !value.contains("\"") else { return false }
            return value.hasPrefix(wanted) || value.split(separator: " ").contains { $0.hasPrefix(wanted) }
        }.map { ($0, before + ($0.contains(" ") ? "\"\($0)\"" : $0)) }
    }
}
