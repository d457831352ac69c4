import Services
import Encoding

/// What `make --list` prints.
enum KindList {
    /// A line for each kind with what it takes, and one for each choice that it has.
    static func print() {
        for kind in SymbolKind.all {
            Output.line(kind.name.padded(33) + kind.title.padded(36) + "takes \(kind.takes)")
            for choice in choices(of: kind) { Output.line("    \(choice)") }
        }
    }

    private static func choices(of kind: SymbolKind) -> [String] {
        let choices = kind.choices
        var lines: [String] = []
        if !choices.levels.isEmpty { lines.append("--level " + names(choices.levels.map(\.name))) }
        if !choices.sizes.isEmpty { lines.append("--size " + names(choices.sizes.map(\.name))) }
        if choices.masks > 0 { lines.append("--mask 0…\(choices.masks - 1)") }
        if let columns = choices.columns { lines.append("--columns \(columns.lowerBound)…\(columns.upperBound)") }
        if !choices.checks.isEmpty { lines.append("--check-digit " + names(choices.checks.map(\.name))) }
        if choices.maximumParts > 1 { lines.append("--part 1/2 … \(choices.maximumParts)/\(choices.maximumParts)") }
        if choices.takesCarrier { lines.append("--carrier POSTCODE/COUNTRY/CLASS") }
        if choices.takesBearer {
            lines.append("--bearer " + MakeOptions.Bearer.allCases.map(\.rawValue).joined(separator: " "))
        }
        return lines
    }

    private static func names(_ names: [String]) -> String {
        names.count <= 48 ? names.joined(separator: " ") : "\(names[0]) … \(names[names.count - 1])"
    }
}

extension String {
    /// At least so many characters and one blank at the end, for a column of text.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
