import Encoding
import Files
import Formats
import Printing
import SafeTOML
import TOMLKit

extension LabelTemplate {
    /// The templates that come with the program, by their names: files that a user can copy and change.
    package static let shipped: [(name: String, toml: String)] = [
        ("price", PackageResources.price_toml), ("shelf", PackageResources.shelf_toml),
        ("asset", PackageResources.asset_toml),
    ].map { ($0, String(decoding: $1, as: UTF8.self)) }

    /// The template that a file describes.
    ///
    ///     size = "50x30"
    ///     [[text]]
    ///     text = "{name}"
    ///     [[code]]
    ///     code = "{ean}"
    ///
    /// - Parameters:
    ///   - file: how errors name it.
    ///   - picture: the bytes of a picture that it names.
    /// - Throws: `UserError` with the line, and what would be right.
    package init(toml: String, file: String, picture: (String) throws(UserError) -> [UInt8]) throws(UserError) {
        self.init()
        let table: TOMLTable
        do throws(TOMLError) {
            table = try GuardedTOML.table(toml)
        } catch {
            throw UserError("\(file), \(error)")
        }
        var reader = LabelTemplateReader()
        try reader.read(table, into: &self, picture)
        guard let problem = reader.problems.first else { return }
        let line = SettingsLines(of: toml).line(of: problem.description)
        throw UserError("\(file)\(line.map { ", line \($0)" } ?? ""): \(problem.text)")
    }
}

/// Reads the sections of a template, and notes what is wrong.
private struct LabelTemplateReader {
    var problems: [SettingsProblem] = []

    private static let length = SettingFormat<Double>.number(1...300, "mm")

    mutating func read(
        _ table: TOMLTable, into template: inout LabelTemplate, _ picture: (String) throws(UserError) -> [UInt8]
    ) throws(UserError) {
        var file = SettingsSection(table, called: "")
        file.read(
            "size", SettingFormat<String>.text("1 to 40 characters") { 1...40 ~= $0.count }.optional,
            into: &template.size)
        file.read("frame", .toggle, into: &template.hasFrame)
        file.read("codes", .either("side-by-side", "stacked"), into: &template.isStacked)
        let texts = file.sections("text", atMost: LabelTemplate.maximumTexts)
        let codes = file.sections("code", atMost: LabelTemplate.maximumCodes)
        let pictures = file.sections("picture", atMost: LabelTemplate.maximumPictures)
        problems += file.finish()
        for section in texts { if let text = text(section) { template.texts.append(text) } }
        if !codes.isEmpty { template.codes = codes.map { code($0) } }
        for section in pictures {
            if let picture = try self.picture(section, picture) { template.pictures.append(picture) }
        }
    }

    private mutating func text(_ section: SettingsSection) -> LabelText? {
        var section = section
        guard let words = words("text", &section, isNeeded: true) else { return nil }
        var text = LabelText(words)
        section.read("at", .cases, into: &text.place)
        section.read("size", Self.length, into: &text.size)
        section.read("bold", .toggle, into: &text.isBold)
        section.read("wrap", .whole(LabelText.linesAllowed), into: &text.maximumLines)
        section.read("align", .cases, into: &text.alignment)
        problems += section.finish()
        return text
    }

    private mutating func code(_ section: SettingsSection) -> LabelCode {
        var section = section
        var code = LabelCode(words("code", &section, isNeeded: false))
        section.string("kind") { name in
            guard let kind = SymbolKind.named(name) else {
                let hint = NameMatching.closest(to: name, in: SymbolKind.all.map(\.name)).map {
                    "; did you mean \($0)?"
                }
                return "a name that `quietzone make --list` lists\(hint ?? "")"
            }
            code.kind = kind.name
            return nil
        }
        section.read("height", Self.length.optional, into: &code.height)
        problems += section.finish()
        return code
    }

    private mutating func picture(
        _ section: SettingsSection, _ read: (String) throws(UserError) -> [UInt8]
    ) throws(UserError) -> LabelPicture? {
        var section = section
        var (file, place, height, alignment) = ("", LabelPlace.left, LabelPicture.usualHeight, LabelAlignment.center)
        section.read(
            "file", .text("the name of a PNG or SVG") { 1...1000 ~= $0.utf8.count && !$0.contains("\0") }, into: &file)
        section.read("at", .cases, into: &place)
        section.read("height", Self.length, into: &height)
        section.read("align", .cases, into: &alignment)
        let found = section.finish()
        problems += found
        guard found.isEmpty else { return nil }
        guard !file.isEmpty else {
            problems.append(SettingsProblem(section.place, "needs file = \"logo.png\" or another picture"))
            return nil
        }
        // What is wrong with the text of the file comes first.
        guard problems.isEmpty else { return nil }
        return try LabelPicture(try read(file), name: file, at: place, height: height, alignment: alignment)
    }

    /// A text with fields in braces.
    private mutating func words(_ key: String, _ section: inout SettingsSection, isNeeded: Bool) -> FieldTemplate? {
        var words: FieldTemplate?
        var problem: UserError?
        section.string(key) { text in
            guard text.count <= 1000 else { return "at most 1000 characters" }
            do throws(UserError) { words = try FieldTemplate(text) } catch { problem = error }
            return nil
        }
        if let problem {
            problems.append(SettingsProblem("\(section.place) \(key)", problem.description))
        } else if words == nil, isNeeded, !section.contains(key) {
            problems.append(SettingsProblem(section.place, "needs text = \"{name}\" or another text"))
        }
        guard words == nil, isNeeded else { return words }
        problems += section.finish()
        return nil
    }
}
