import SafeTOML
import TOMLKit

/// The text of a settings file, to read and change single settings in. All other bytes stay as they are: comments, order, blanks and
/// ends of lines.
///
///     var document = try SettingsDocument(text)
///     document.value(of: SettingID("display", "theme"))        // .text("dark"), nil if it is not set
///     let changed = try document.setting(SettingID("display", "theme"), to: .text("light"))
package struct SettingsDocument: Sendable {
    package let text: String
    private let bytes: [UInt8]
    private let layout: TOMLLayout
    /// What the parser reads of it: leaves by their paths.
    private let leaves: [[String]: Leaf]

    private struct Leaf: Sendable, Hashable {
        var value: SettingValue?
        /// Comparable for values of any kind.
        var canonical: String
    }

    /// Takes a file apart.
    ///
    /// - Throws: the first thing that keeps it from being read as TOML, or from being changed here, with its line.
    package init(_ text: String) throws(SettingsProblem) {
        self.text = text
        bytes = Array(text.utf8)
        do throws(TOMLError) {
            leaves = Self.leaves(of: try GuardedTOML.table(text))
        } catch {
            throw SettingsProblem(error)
        }
        layout = try TOMLLayout(bytes)
    }

    /// What a setting is set to; nil if it is not set.
    package func value(of id: SettingID) -> SettingValue? {
        leaves[[id.section, id.key]].map { $0.value ?? .other($0.canonical) }
    }

    /// The line that a setting is set on, from 1; nil if it is not set.
    package func line(of id: SettingID) -> Int? { entry(of: id).map { layout.entries[$0].line } }

    /// The text with a setting set to `value`: on its line, or on a new one at the end of its section.
    ///
    /// - Throws: why it cannot be set without touching anything else.
    package func setting(_ id: SettingID, to value: SettingValue) throws(SettingsProblem) -> String {
        let changed: [UInt8]
        if let entry = entry(of: id).map({ layout.entries[$0] }) {
            guard !entry.holdsComments else {
                throw SettingsProblem(
                    line: entry.line, "there are comments inside \(id): edit the file to keep them")
            }
            changed = replacing(entry.value, by: value.toml)
        } else {
            changed = try adding(id, value)
        }
        return try checked(changed, id, value)
    }

    /// The text with a setting at its default: without its line, or set to `standard` where a comment stands behind it.
    ///
    /// - Parameter standard: the default; nil if nothing can be written that means it.
    package func resetting(_ id: SettingID, to standard: SettingValue?) throws(SettingsProblem) -> String {
        guard let entry = entry(of: id).map({ layout.entries[$0] }) else { return text }
        if entry.hasComment || entry.holdsComments {
            guard let standard else {
                throw SettingsProblem(
                    line: entry.line, "there is a comment on the line of \(id): edit the file to keep it")
            }
            return try setting(id, to: standard)
        }
        return try checked(replacing(entry.lines, by: ""), id, nil)
    }

    // MARK: - Places

    private func entry(of id: SettingID) -> Int? { layout.entries.firstIndex { $0.path == [id.section, id.key] } }

    private func adding(_ id: SettingID, _ value: SettingValue) throws(SettingsProblem) -> [UInt8] {
        let line = "\(Self.name(id.key)) = \(value.toml)"
        if let other = layout.entries.first(where: { $0.path == [id.section] }) {
            throw SettingsProblem(line: other.line, "[\(id.section)] is not a section here: write it as one first")
        }
        if let array = layout.headers.first(where: { $0.isArray && $0.path.first == id.section }) {
            throw SettingsProblem(line: array.line, "[[\(id.section)]] is a list: write it as a section first")
        }
        if let header = layout.headers.firstIndex(where: { $0.path == [id.section] }) {
            let last = layout.entries.last { $0.header == header }
            return inserting(line, after: last?.lines.upperBound ?? layout.headers[header].lines.upperBound)
        }
        // `display.theme = …` before the first section makes one that no header may open again.
        if let last = layout.entries.last(where: { $0.header == nil && $0.path.first == id.section }) {
            return inserting("\(Self.name(id.section)).\(line)", after: last.lines.upperBound)
        }
        let isEmpty = bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return inserting("\(isEmpty ? "" : lineEnd)[\(Self.name(id.section))]\(lineEnd)\(line)", after: bytes.count)
    }

    private static func name(_ key: String) -> String {
        key.utf8.allSatisfy(TOMLLayout.isBare) && !key.isEmpty ? key : SettingValue.text(key).toml
    }

    /// How the first line of the file ends.
    private var lineEnd: String {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
        return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }

    private func inserting(_ line: String, after place: Int) -> [UInt8] {
        let isLineStart = place == 0 || bytes[place - 1] == UInt8(ascii: "\n")
        return replacing(place..<place, by: "\(isLineStart ? "" : lineEnd)\(line)\(lineEnd)")
    }

    private func replacing(_ range: Range<Int>, by text: String) -> [UInt8] {
        bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
    }

    // MARK: - Checking

    /// The text of `changed`, if it says what this one says and nothing else but `value`.
    private func checked(
        _ changed: [UInt8], _ id: SettingID, _ value: SettingValue?
    ) throws(SettingsProblem) -> String {
        let text = String(decoding: changed, as: UTF8.self)
        let place = [id.section, id.key]
        let after = try SettingsDocument(text)
        let others = { (leaves: [[String]: Leaf]) in leaves.filter { $0.key != place } }
        let isRight =
            value.map { value in after.value(of: id).map(value.means) ?? false } ?? (after.leaves[place] == nil)
        guard isRight, others(after.leaves) == others(leaves) else {
            throw SettingsProblem("\(id)", "it cannot be changed without changing something else: edit the file")
        }
        return text
    }

    /// Every value that is not a table, by its path; a table in a list is part of the list.
    private static func leaves(of table: TOMLTable) -> [[String]: Leaf] {
        var leaves: [[String]: Leaf] = [:]
        func visit(_ table: TOMLTable, _ path: [String]) {
            for key in table.keys {
                guard let node = table[key] else { continue }
                if let table = node.table {
                    visit(table, path + [key])
                } else {
                    leaves[path + [key]] = Leaf(value: SettingValue(node), canonical: canonical(node))
                }
            }
        }
        visit(table, [])
        return leaves
    }

    private static func canonical(_ node: any TOMLValueConvertible) -> String {
        if let table = node.table {
            let parts = table.keys.sorted().map { key in
                "\(SettingValue.text(key).toml) = \(table[key].map(canonical) ?? "")"
            }
            return "{\(parts.joined(separator: ", "))}"
        }
        if let array = node.array { return "[\(array.map { canonical($0) }.joined(separator: ", "))]" }
        return SettingValue(node)?.toml ?? node.debugDescription
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmedBlanks: String {
        let blanks: Set<Character> = [" ", "\t", "\r"]
        var part = self[...].drop { blanks.contains($0) }
        while let last = part.last, blanks.contains(last) { part.removeLast() }
        return String(part)
    }
}
