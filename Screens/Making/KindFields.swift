import Artwork
import Composing
import Encoding
import Widgets

/// The fields of what can be chosen of a kind of code, and what is chosen in them.
enum KindFields {
    /// What most people look at.
    static func main(_ kind: SymbolKind) -> [FormField] {
        var fields: [FormField] = []
        if !kind.choices.levels.isEmpty {
            fields.append(.choice("level", label: "Correction", ["automatic"] + kind.choices.levels.map(\.name)))
        }
        if !kind.choices.checks.isEmpty {
            fields.append(.choice("check", label: "Check digit", ["none"] + checks(kind).map(\.title)))
        }
        return fields
    }

    /// What only some look at.
    static func more(_ kind: SymbolKind) -> [FormField] {
        let choices = kind.choices
        var fields: [FormField] = []
        if !choices.sizes.isEmpty {
            fields.append(.choice("size", label: "Size", ["smallest"] + choices.sizes.map(\.name)))
        }
        if choices.masks > 0 {
            fields.append(.choice("mask", label: "Mask", ["best"] + (0..<choices.masks).map(String.init)))
        }
        if choices.columns != nil { fields.append(.text("columns", label: "Columns")) }
        if choices.takesECI { fields.append(.text("eci", label: "Charset (ECI)")) }
        if choices.maximumParts > 1 { fields.append(.text("part", label: "Part, as 2/3")) }
        if !choices.checks.isEmpty { fields.append(.check("hide-check", label: "Hide check digit")) }
        if kind.showsText { fields.append(.check("no-text", label: "No text below")) }
        if kind.layout == .bars { fields.append(.text("height", label: "Bars, modules")) }
        fields.append(.text("quiet-zone", label: "Quiet zone"))
        fields.append(.text("dark", label: "Ink, as #036"))
        fields.append(.text("light", label: "Paper, as #fff"))
        fields.append(.text("module", label: "Module, mm"))
        fields.append(.number("distance", label: "Read from, cm", 30, in: 1...10_000, step: 10))
        return fields
    }

    /// Check characters that can be chosen: added, or typed already.
    private static func checks(_ kind: SymbolKind) -> [(title: String, check: MakeOptions.Check)] {
        kind.choices.checks.flatMap { scheme in
            [
                ("\(scheme.name), added", MakeOptions.Check(scheme.name)),
                ("already in \(scheme.name)", MakeOptions.Check(scheme.name, isGiven: true)),
            ]
        }
    }

    /// What is chosen of `kind`.
    static func options(_ kind: SymbolKind, _ values: FormValues) throws(FormError) -> MakeOptions {
        var options = MakeOptions()
        let choices = kind.choices
        func chosen<Option>(_ id: String, _ all: [Option]) -> Option? {
            values.choice(id).flatMap { $0 > 0 && all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
        }
        options.level = chosen("level", choices.levels)?.name
        options.size = chosen("size", choices.sizes)?.name
        options.mask = chosen("mask", Array(0..<choices.masks))
        options.check = chosen("check", checks(kind))?.check
        options.check?.isShown = !values.isChecked("hide-check")
        options.columns = try number("columns", "Columns", values)
        options.eci = try number("eci", "The charset", values)
        options.height = try number("height", "The height of bars", values)
        options.quietZone = try number("quiet-zone", "The quiet zone", values)
        options.showsText = values.isChecked("no-text") ? false : nil
        let part = values.text("part").trimmingBlanks
        if !part.isEmpty {
            guard let part = MakeOptions.Part(part) else {
                throw FormError(
                    "part", "Enter a part as 2/3, or as 2/3:ID with an ID that all parts share")
            }
            options.part = part
        }
        return options
    }

    private static func number(
        _ id: String, _ what: String, _ values: FormValues
    ) throws(FormError) -> Int? {
        let text = values.text(id).trimmingBlanks
        guard !text.isEmpty else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw FormError(id, "\(what) is a whole number; leave it empty for the default")
        }
        return number
    }

    /// How it is drawn in files.
    static func style(_ values: FormValues) throws(FormError) -> ArtworkStyle {
        var style = ArtworkStyle()
        for (id, path) in [("dark", \ArtworkStyle.dark), ("light", \ArtworkStyle.light)] {
            let text = values.text(id).trimmingBlanks
            guard !text.isEmpty else { continue }
            guard let ink = Ink(text) else {
                throw FormError(id, "A colour is black, white, #036 or #003366")
            }
            style[keyPath: path] = ink
        }
        let module = values.text("module").trimmingBlanks
        if !module.isEmpty {
            guard let width = Double(module.replacing(",", with: ".")), (0.01...100).contains(width) else {
                throw FormError("module", "A module is 0.01 to 100 mm wide")
            }
            style.moduleMillimetres = width
        }
        return style
    }

    /// Controls that show `options`.
    static func controls(_ kind: SymbolKind, _ options: MakeOptions) -> [String: FormField.Control] {
        var controls: [String: FormField.Control] = [:]
        func choose(_ id: String, _ index: Int?) {
            guard let index, let field = (main(kind) + more(kind)).first(where: { $0.id == id }),
                case .choice(let choice) = field.control
            else { return }
            controls[id] = .choice(ChoiceField(choice.options, selected: index + 1))
        }
        func write(_ id: String, _ text: String?) { if let text { controls[id] = .text(LineEditor(text)) } }
        let choices = kind.choices
        choose("level", choices.levels.firstIndex { $0.name == options.level })
        choose("size", choices.sizes.firstIndex { $0.name == options.size })
        choose("mask", options.mask)
        choose(
            "check",
            checks(kind).firstIndex {
                $0.check.scheme == options.check?.scheme && $0.check.isGiven == options.check?.isGiven
            })
        if options.check?.isShown == false { controls["hide-check"] = .check(true) }
        if options.showsText == false { controls["no-text"] = .check(true) }
        write("columns", options.columns.map(String.init))
        write("eci", options.eci.map(String.init))
        write("height", options.height.map(String.init))
        write("quiet-zone", options.quietZone.map(String.init))
        write("part", options.part.map(\.spelled))
        return controls
    }

    /// Controls that show how it is drawn, as far as that is not the usual way.
    static func controls(_ style: ArtworkStyle, distance: Int) -> [String: FormField.Control] {
        let usual = ArtworkStyle()
        var controls: [String: FormField.Control] = [:]
        func write(_ id: String, _ text: String) { controls[id] = .text(LineEditor(text)) }
        if style.dark != usual.dark { write("dark", style.dark.hexadecimal) }
        if style.light != usual.light { write("light", style.light.hexadecimal) }
        if style.moduleMillimetres != usual.moduleMillimetres { write("module", "\(style.moduleMillimetres)") }
        if distance != 30 { controls["distance"] = .number(NumberField(distance, in: 1...10_000, step: 10)) }
        return controls
    }
}
