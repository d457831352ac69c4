import Decoding

/// Grades the fixed patterns of a symbol by what its kind of pattern may suffer.
///
/// Of QR Code after the annex of ISO/IEC 18004 on print quality, of Data Matrix after that of ISO/IEC 16022. Aztec symbols have a
/// finder pattern and reference lines, which are graded as QR Code's finder and alignment patterns.
enum FixedPatterns {
    /// The grade of a segment.
    ///
    /// - Parameter margin: the reflectance margin of a module, 0 for a wrong one.
    static func grade(
        _ segment: ReferenceModules.Segment, margin: (ReferenceModules.Module) -> Double
    ) -> Grade {
        let margins = segment.modules.map(margin)
        let grades = margins.map(Grade.ofModulation)
        switch segment.kind {
        case .finder, .format, .version:
            return DamageOverlay.grade(grades) { Grade(4 - Double($0)) }
        case .timing:
            // Of five in a row three may not be damaged.
            let isBroken = margins.indices.dropLast(4).contains { margins[$0..<($0 + 5)].count { $0 == 0 } > 2 }
            return isBroken ? .worst : share(grades, limits: [0, 0.07, 0.11, 0.14])
        case .alignment:
            return share(grades, limits: [0, 0.1, 0.2, 0.3])
        case .solid:
            return share(grades, limits: [0, 0.09, 0.13, 0.17])
        case .clockTrack:
            return clockTrack(segment, margins)
        }
    }

    /// The grade by the share of damaged ones.
    private static func share(_ grades: [Grade], limits: [Double]) -> Grade {
        DamageOverlay.grade(grades) { Grade(Double($0) / Double(max(1, grades.count)), limits: limits, falling: true) }
    }

    /// An alternating side with the solid one beside it (ISO/IEC 16022, Annex M.1.4).
    private static func clockTrack(_ segment: ReferenceModules.Segment, _ margins: [Double]) -> Grade {
        let count = segment.modules.count / 2
        /// Changes of colour, as the modules are seen.
        func transitions(_ range: Range<Int>) -> Int {
            let seen = range.map { (margins[$0] > 0) == segment.modules[$0].isDark }
            return zip(seen, seen.dropFirst()).count { $0 != $1 }
        }
        let (track, solid) = (0..<count, count..<segment.modules.count)
        let changes = max(0, transitions(solid) - 1)
        let ratio = Double(changes) / Double(max(1, transitions(track)))
        let byRatio = strictly(below: [0.06, 0.08, 0.1, 0.12], ratio)
        let isBroken = track.dropLast(4).contains { start in (start..<start + 5).count { margins[$0] == 0 } > 2 }
        func byShare(_ range: Range<Int>) -> Grade {
            DamageOverlay.grade(range.map { Grade.ofModulation(margins[$0]) }) {
                strictly(below: [0.1, 0.15, 0.2, 0.25], Double($0) / Double(max(1, count)))
            }
        }
        return min(byRatio, isBroken ? .worst : .best, byShare(track), byShare(solid))
    }

    private static func strictly(below limits: [Double], _ value: Double) -> Grade {
        Grade(Double(limits.count - (limits.firstIndex { value < $0 } ?? limits.count)))
    }

    /// The grade of all fixed patterns together.
    ///
    /// - Parameter grades: of the segments, without format and version.
    static func whole(_ grades: [(kind: ReferenceModules.Segment.Kind, grade: Grade)]) -> Grade {
        let lowest = grades.map(\.grade).min() ?? .best
        // Of a Data Matrix also the mean of the solid sides, of the quiet zones beside them, and of the worst clock track.
        let tracks = grades.filter { $0.kind == .clockTrack }.map(\.grade)
        guard let track = tracks.min() else { return lowest }
        let mean = Grade.mean(grades.filter { $0.kind == .solid }.map(\.grade) + [track])
        return min(lowest, Grade(mean.value, limits: [4, 3.5, 3, 2.5]))
    }
}
