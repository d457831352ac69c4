import Decoding
import Symbols

extension PrintGrade {
    /// What lowers the grade and what to do about it, a sentence or two each, the worst first; empty where all is of grade 4.
    ///
    /// - Parameter millimetres: the width of a module, where it is known: widths are then said in millimetres too.
    package func advice(millimetres: Double? = nil) -> [String] {
        measured.filter { $0.measured.grade < .best }.sorted { $0.measured.grade < $1.measured.grade }
            .compactMap { advice($0.parameter, $0.measured, millimetres) }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func advice(_ parameter: PrintParameter, _ measured: Measured, _ millimetres: Double?) -> String? {
        switch parameter {
        case .decode: decodeAdvice
        case .contrast: contrastAdvice
        case .minimumReflectance:
            "The dark parts are not dark enough beside the light ones. Print with a darker ink, such as black."
        case .edgeContrast, .modulation, .reflectanceMargin, .codewordModulation: modulationAdvice(millimetres)
        case .defects, .codewordDefects:
            "Spots or gaps in bars or spaces. Check the print head or ribbon, and the surface."
        case .decodability, .codewordDecodability:
            growthAdvice(millimetres)
                ?? "The widths of bars and spaces vary. Print at the printer's own resolution, and larger."
        case .quietZones: quietZoneAdvice
        case .fixedPatternDamage, .formatInformation, .versionInformation: damageAdvice
        case .axialNonuniformity: axialAdvice(measured)
        case .gridNonuniformity:
            "Modules lie up to \(measured.value.inWords) of a module away from an even grid. "
                + "Check the feed of the printer, and that the surface is flat and the camera straight above it."
        case .unusedErrorCorrection: correctionAdvice(measured)
        case .codewordYield:
            "Lines across the symbol decode \(measured.value.percent) of the codewords. "
                + "Print higher rows, and hold the camera straight."
        }
    }

    private var decodeAdvice: String {
        if lines != nil {
            "Not every scan line can be decoded by the reference algorithm. Look for damage, and print larger."
        } else {
            "The reference algorithm cannot decode it: too many modules are wrong. Look for damage, and print larger."
        }
    }

    /// The lightest and the darkest reflectance.
    private var extremes: (maximum: Double, minimum: Double) {
        if case .matrix(let grade) = self { return grade.extremes }
        let extremes = lines?.profiles.map(\.extremes) ?? []
        return (extremes.map(\.maximum).max() ?? 0, extremes.map(\.minimum).min() ?? 0)
    }

    /// A light surface reflects this much at least, and a dark ink this much at most.
    private static let reflectances = (light: 0.7, dark: 0.2)

    private var contrastAdvice: String {
        let (light, dark) = extremes
        let found = "Light parts reflect \(light.percent), dark ones \(dark.percent)."
        return switch (light < Self.reflectances.light, dark > Self.reflectances.dark) {
        case (true, false): "\(found) Use a lighter surface, or more light."
        case (false, true): "\(found) Print with a darker ink."
        default: "\(found) Use a lighter surface and a darker ink, and light the symbol evenly."
        }
    }

    /// Growth of less than this many modules is not worth a word.
    private static let growthWorthSaying = 0.1

    private func growthAdvice(_ millimetres: Double?) -> String? {
        let growths = [growth.across, growth.down].compactMap(\.self)
        guard let largest = growths.max(by: { abs($0) < abs($1) }), abs(largest) >= Self.growthWorthSaying else {
            return nil
        }
        let parts = lines != nil ? "Bars" : "Dark modules"
        let size = millimetres.map { " (\((abs(largest) * $0).inWords) mm)" } ?? ""
        let width = "\(abs(largest).inWords) of a module\(size)"
        return largest > 0
            ? "\(parts) are too wide by \(width). Print with less ink, heat or pressure, or narrow them before printing."
            : "\(parts) are too narrow by \(width). Print with more ink, heat or pressure, or widen them before printing."
    }

    private func modulationAdvice(_ millimetres: Double?) -> String {
        growthAdvice(millimetres)
            ?? "Narrow parts reach less contrast than wide ones. Focus the camera, print larger, and look for stains."
    }

    private var quietZoneAdvice: String? {
        guard let grade = lines else { return nil }
        let stacked = Double(ReferenceRows.quietZone)
        let needed = ReferenceDecode.of(symbology)?.quietZones ?? (before: stacked, after: stacked)
        let zones = grade.profiles.compactMap(\.quiet)
        let sides = [
            ("left", zones.map(\.before).min() ?? 1, needed.before),
            ("right", zones.map(\.after).min() ?? 1, needed.after),
        ]
        let short = sides.filter { $0.1 < 1 }.map { side, share, modules in
            "on the \(side) (\((share * modules).inWords) of \(Int(modules)) modules)"
        }
        return "The quiet zone is too narrow \(short.joined(separator: " and ")). Leave more light space there."
    }

    private var damageAdvice: String? {
        guard case .matrix(let grade) = self else { return nil }
        let names = grade.damaged.prefix(3).map(\.name)
        guard !names.isEmpty else { return nil }
        return "Damaged or pale: \(names.joined(separator: ", ")). Look for stains, gaps and print over the quiet zone."
    }

    private func axialAdvice(_ measured: Measured) -> String? {
        guard case .matrix(let grade) = self else { return nil }
        let (long, short) = grade.sides.width > grade.sides.height ? ("wider", "high") : ("higher", "wide")
        return "The symbol is \(measured.value.percent) \(long) than \(short). "
            + "Check the speed of the printer, and that the camera is straight above it."
    }

    private func correctionAdvice(_ measured: Measured) -> String? {
        let (wrong, total) =
            switch self {
            case .linear: (0, 0)
            case .matrix(let grade): grade.wrongCodewords
            case .stacked(let grade): grade.wrongCodewords
            }
        return "\(wrong) of \(total) codewords \(wrong == 1 ? "is" : "are") wrong: "
            + "\((1 - measured.value).percent) of the error correction is used. Look for stains and gaps."
    }
}

extension Double {
    /// As a percentage without decimals.
    fileprivate var percent: String { "\(Int((self * 100).rounded())) %" }

    /// With two decimals at most.
    fileprivate var inWords: String {
        let hundredths = Int((self * 100).rounded())
        let decimals = hundredths % 100
        guard decimals != 0 else { return "\(hundredths / 100)" }
        let text = decimals < 10 ? "0\(decimals)" : decimals % 10 == 0 ? "\(decimals / 10)" : "\(decimals)"
        return "\(hundredths / 100).\(text)"
    }
}
