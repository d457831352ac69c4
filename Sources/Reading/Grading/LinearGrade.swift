import Symbols

/// How well a linear symbol is printed, after ISO/IEC 15416: an estimate, for a camera is not calibrated.
package struct LinearGrade: Sendable {
    /// One of the ten profiles.
    package struct Profile: Sendable {
        /// What was measured; where nothing is decoded, what needs that is missing.
        package let measured: [PrintParameter: Measured]
        /// The reflectance along the line, from one quiet zone to the other.
        package let reflectances: [Float]
        /// The highest and the lowest reflectance.
        let extremes: (maximum: Double, minimum: Double)
        /// The quiet zones before and after the symbol by what they should be, at most 1; nil where nothing is decoded.
        let quiet: (before: Double, after: Double)?
        /// The lowest grade of all.
        package var grade: Grade { measured.values.map(\.grade).min() ?? .worst }
    }

    package let symbology: Symbology
    package let profiles: [Profile]
    /// How much wider bars are than they should be, in modules: negative where they are narrower. Nil where that is not known.
    package let growth: Double?
    /// The width of a module in pixels.
    package let module: Double

    /// The mean of the profiles' grades.
    package var grade: Grade { Grade.mean(profiles.map(\.grade)) }

    /// The means of a parameter over the profiles that have it; nil where none has.
    package func mean(_ parameter: PrintParameter) -> Measured? {
        let measured = profiles.compactMap { $0.measured[parameter] }
        guard !measured.isEmpty else { return nil }
        let value = measured.reduce(0) { $0 + $1.value } / Double(measured.count)
        return Measured(value: value, grade: Grade.mean(measured.map(\.grade)))
    }
}

extension LinearGrade.Profile {
    /// Measures a profile that spans the symbol and its quiet zones.
    init(_ profile: ScanProfile, _ result: ReferenceDecode.Result?, quiet: (before: Double, after: Double)) {
        func pair(_ value: Double, _ grade: Grade) -> Measured { Measured(value: value, grade: grade) }
        let contrast = Double(profile.contrast)
        let edge = Double(profile.minimumEdgeContrast)
        let defects = Double(profile.elements.map(\.nonuniformity).max() ?? 0) / contrast
        var values: [PrintParameter: Measured] = [
            .decode: pair(result == nil ? 0 : 1, Grade(passes: result != nil)),
            .contrast: pair(contrast, Grade(contrast, limits: [0.7, 0.55, 0.4, 0.2])),
            .minimumReflectance: pair(
                Double(profile.minimum), Grade(passes: profile.minimum <= profile.maximum / 2)),
            .edgeContrast: pair(edge, Grade(passes: edge >= 0.15)),
            .modulation: pair(edge / contrast, Grade(edge / contrast, limits: [0.7, 0.6, 0.5, 0.4])),
            .defects: pair(defects, Grade(defects, limits: [0.15, 0.2, 0.25, 0.3], falling: true)),
        ]
        if let result {
            values[.decodability] = pair(
                result.decodability, Grade(result.decodability, limits: [0.62, 0.5, 0.37, 0.25]))
            let narrower = min(quiet.before, quiet.after)
            values[.quietZones] = pair(min(1, narrower), Grade(passes: narrower >= 1))
        }
        self.init(
            measured: values, reflectances: profile.samples,
            extremes: (Double(profile.maximum), Double(profile.minimum)),
            quiet: result == nil ? nil : (min(1, quiet.before), min(1, quiet.after)))
    }
}
