import TOMLKit

/// A sheet of labels of the user's own; lengths are in millimetres.
package struct LabelSettings: Sendable, Hashable {
    /// What `--sheet` calls it.
    package let name: String
    /// The paper, by its name or its sides.
    package private(set) var page = "A4"
    /// Labels side by side, and below each other.
    package private(set) var columns = 1, rows = 1
    /// A label's sides, as `WIDTHxHEIGHT`.
    package private(set) var label = ""
    /// From the page's edge to the first label; nil if the labels stand in the middle.
    package private(set) var left: Double?, top: Double?
    /// What lies between labels.
    package private(set) var gutterX = 0.0, gutterY = 0.0

    /// `[label.NAME]` in default.toml.
    static let section = UserSection(
        "label", title: "label.NAME", follows: "typing",
        """
        # Your own label sheets, any number, besides those that `quietzone print --list-sheets` lists; --sheet accepts the section's name.
        # Lengths are in millimetres.
        # [label.pantry]
        # page = "A4"            # A3, A4, A5, A6, Letter, Legal, or WIDTHxHEIGHT
        # columns = 3
        # rows = 8
        # label = "63.5x33.9"    # a label
        # left = 7.2             # from the page's edge to the first label; centred if left out
        # top = 12.9
        # gutter-x = 2.5         # between labels
        # gutter-y = 0.0
        """)

    private init(_ name: String) { self.name = name }

    /// The sheets of a settings file, by their names.
    static func labels(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [LabelSettings] {
        section.sections(of: file, longest: 40, &problems).compactMap { sheet($0.name, $0.section, &problems) }
    }

    private static func sheet(
        _ name: String, _ section: SettingsSection, _ problems: inout [SettingsProblem]
    ) -> LabelSettings? {
        var section = section
        var sheet = LabelSettings(name)
        section.read("page", .text("a paper's name or WIDTHxHEIGHT") { 1...40 ~= $0.count }, into: &sheet.page)
        section.read("columns", .whole(1...1000), into: &sheet.columns)
        section.read("rows", .whole(1...1000), into: &sheet.rows)
        section.read("label", .text("WIDTHxHEIGHT") { 1...40 ~= $0.count }, into: &sheet.label)
        let length = SettingFormat<Double>.number(0...2000, "mm")
        section.read("left", length.optional, into: &sheet.left)
        section.read("top", length.optional, into: &sheet.top)
        section.read("gutter-x", length, into: &sheet.gutterX)
        section.read("gutter-y", length, into: &sheet.gutterY)
        let found = section.finish()
        problems += found
        guard found.isEmpty else { return nil }
        if sheet.label.isEmpty {
            problems.append(SettingsProblem("[label.\(name)]", "needs label = \"63.5x33.9\" or another size"))
            return nil
        }
        return sheet
    }
}
