import Files
import Formats
import Glibc
import Printing
import SafeTOML
import TOMLKit

/// What the passes of a series have in common: pass.json written as TOML (`pass.toml`), in whose texts names in braces stand for what a row of guests
/// has, and beside it the pictures and the folders of languages.
package struct PassTemplate: Sendable {
    /// The name of the file with the keys of pass.json.
    package static let fileName = "pass.toml"
    package static let maximumBytes = 1 << 20

    /// The keys of pass.json, with names in braces.
    let json: JSONValue
    /// Pictures and texts, by the names that they have in the pass.
    let files: [String: [UInt8]]
    /// The names in braces that rows are asked for.
    package let fields: Set<String>
    /// The code that a door checks; nil if it has none of its own.
    package let ticket: TicketCodeTemplate?

    /// Reads a folder, or a file of TOML with what lies beside it.
    ///
    /// - Throws: `PassProblem`, also for a picture that cannot be read.
    package init(folder path: String) throws(PassProblem) {
        let isFile = path.hasSuffix(".toml")
        let folder = isFile ? Folder.parent(of: path) ?? "." : path
        let bytes = try Self.read(isFile ? path : "\(path)/\(Self.fileName)", atMost: Self.maximumBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PassProblem(.wrongValue, Self.fileName, "it is not valid UTF-8")
        }
        try self.init(toml: text, files: Self.files(in: folder))
    }

    /// A template of texts and pictures at hand.
    ///
    /// - Parameter toml: what pass.toml says.
    /// - Throws: `PassProblem` if it is not valid TOML, or a brace is alone.
    package init(toml: String, files: [String: [UInt8]]) throws(PassProblem) {
        let table: TOMLTable
        do throws(TOMLError) {
            table = try GuardedTOML.table(toml)
        } catch {
            throw PassProblem(.wrongValue, Self.fileName, error.description)
        }
        let whole = Self.value(table)
        let json = Self.withoutTicket(whole)
        var fields: Set<String> = []
        try Self.forEachText(json) { text throws(PassProblem) in
            fields.formUnion(try FieldTemplate(text, at: Self.fileName).fields)
        }
        var ticket: TicketCodeTemplate?
        if let own = whole[key: TicketCodeTemplate.name] {
            let code = try TicketCodeTemplate(own)
            guard fields.remove(TicketCodeTemplate.name) != nil else {
                throw TicketCodeTemplate.problem(
                    "no text has {ticket}, which stands for the code: message = \"{ticket}\"")
            }
            guard !code.fields.contains(TicketCodeTemplate.name) else {
                throw TicketCodeTemplate.problem(
                    "it contains {ticket}, which is the code itself: name fields of the rows")
            }
            fields.formUnion(code.fields)
            ticket = code
        }
        (self.json, self.files, self.fields, self.ticket) = (json, files, fields, ticket)
    }

    private static func withoutTicket(_ json: JSONValue) -> JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(members.filter { $0.key != TicketCodeTemplate.name })
    }

    private static func forEachText(
        _ value: JSONValue, _ take: (String) throws(PassProblem) -> Void
    ) throws(PassProblem) {
        switch value {
        case .string(let text): try take(text)
        case .array(let elements): for element in elements { try forEachText(element, take) }
        case .object(let members): for member in members { try forEachText(member.value, take) }
        default: break
        }
    }

    // MARK: - Reading

    private static func read(_ path: String, atMost limit: Int) throws(PassProblem) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) {
            bytes = try RegularFile.read(path, atMost: limit + 1)
        } catch {
            let reason =
                switch error {
                case .error(let code): String(cString: strerror(code))
                case .notRegular: "it is not a file"
                }
            throw PassProblem(
                .passMissing, path.withVisibleBytes, "\(reason): `quietzone pass new FOLDER` creates a template")
        }
        guard bytes.count <= limit else {
            throw PassProblem(.tooLarge, path.withVisibleBytes, "it is larger than \(limit >> 20) MiB")
        }
        return bytes
    }

    /// Pictures of the folder, and pictures and texts of its folders of languages.
    private static func files(in folder: String) throws(PassProblem) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for entry in Folder.entries(in: folder) ?? [] {
            if entry.isFolder, entry.name.hasSuffix(".lproj") {
                for name in Folder.names(in: "\(folder)/\(entry.name)") ?? []
                where name.hasSuffix(".png") || name == "pass.strings" {
                    let inside = "\(entry.name)/\(name)"
                    files[inside] = try read("\(folder)/\(inside)", atMost: 16 << 20)
                }
            } else if !entry.isFolder, entry.name.hasSuffix(".png") {
                files[entry.name] = try read("\(folder)/\(entry.name)", atMost: 16 << 20)
            }
        }
        return files
    }

    private static func value(_ toml: any TOMLValueConvertible) -> JSONValue {
        if let table = toml.table {
            return .object(table.keys.sorted().map { key in .init(key, table[key].map { value($0) } ?? .null) })
        }
        if let array = toml.array { return .array(array.map { value($0) }) }
        if let text = toml.string { return .string(text) }
        if let flag = toml.bool { return .bool(flag) }
        if let whole = toml.int { return .integer(Int64(whole)) }
        return toml.double.map { .number($0) } ?? .null
    }

    // MARK: - Making

    /// The files of a row's pass. What a row has nothing for is left out: a key, or a field as a whole.
    ///
    /// - Parameters:
    ///   - type: the pass type identifier where the template says none; nil for none.
    ///   - team: the team identifier where the template says none.
    ///   - value: what the row has for a name in braces.
    package func package(type: String? = nil, team: String? = nil, _ value: (String) -> String?) -> PassPackage {
        var members: [JSONValue.Member] = []
        if case .object(let own)? = Self.filled(json, value) { members = own }
        func add(_ key: String, _ value: JSONValue?) {
            if let value, !members.contains(where: { $0.key == key }) { members.append(.init(key, value)) }
        }
        add("formatVersion", 1)
        add("passTypeIdentifier", type.map { .string($0) })
        add("teamIdentifier", team.map { .string($0) })
        let json = PassRule.object(PassFormat.pass).canonical(Self.withoutEmptyFields(.object(members)))
        return PassPackage(files: files.merging([PassPackage.passName: Pass(json).bytes], uniquingKeysWith: { $1 }))
    }

    /// The value with a row's texts in it; nil for a text of which nothing is left.
    private static func filled(_ json: JSONValue, _ value: (String) -> String?) -> JSONValue? {
        switch json {
        case .string(let text):
            guard let template = try? FieldTemplate(text) else { return json }
            let filled = template.text(value)
            return filled.isEmpty && !template.fields.isEmpty ? nil : .string(filled)
        case .array(let elements): return .array(elements.compactMap { filled($0, value) })
        case .object(let members):
            return .object(members.compactMap { member in filled(member.value, value).map { .init(member.key, $0) } })
        default: return json
        }
    }

    private static func withoutEmptyFields(_ json: JSONValue) -> JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(
            members.map { member in
                guard PassStyle(rawValue: member.key) != nil, case .object(let sections) = member.value else {
                    return member
                }
                let kept = sections.map { section in
                    guard case .array(let fields) = section.value else { return section }
                    return JSONValue.Member(section.key, .array(fields.filter { $0[key: "value"] != nil }))
                }
                return .init(member.key, .object(kept))
            })
    }
}

extension FieldTemplate {
    /// - Throws: `PassProblem` at a place where a brace is alone.
    init(_ text: String, at place: String) throws(PassProblem) {
        do throws(UserError) { try self.init(text) } catch { throw PassProblem(.wrongValue, place, error.description) }
    }
}
