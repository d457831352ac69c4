import Symbols

/// Makes one list of what the engines read: each symbol once, contradictions settled, known misreads left out.
struct ReadingMerger {
    let options: ReaderOptions
    /// Whether two looks must agree on what is known to be misread with its check digit right. Default: false, as for
    /// frames of a camera, which the tracker compares.
    var needsAgreement = false

    func merge(_ readings: [Reading]) -> [Symbol] {
        var merged: [Merged] = []
        for reading in readings.compactMap(interpreted) where isPlausible(reading) {
            // A reading may join two that lay apart.
            var joined = Merged(reading)
            for i in merged.indices.reversed() where merged[i].isSame(as: joined) {
                joined = merged.remove(at: i).joined(with: joined)
            }
            merged.append(joined)
        }
        let whole = merged.filter { part in !merged.contains { part.isPart(of: $0) } }
        let believed = withoutContradictions(whole).filter { !$0.mayBeTexture && (!needsAgreement || $0.isAgreedOn) }
        let settled = believed.map(\.symbol).filter {
            !$0.content.symbology.isAddOn || options.symbologies.contains($0.content.symbology)
        }
        return Array(
            AddOnJoining.join(settled).filter { options.symbologies.contains($0.content.symbology) }
                .prefix(options.maxSymbols))
    }

    /// zbar's scan lines that must agree on a product of 8 digits or fewer, or on a character or two of Code 128: over 570
    /// pictures its misreads had up to 7 lines, its right ones 14 and more.
    /// Measured: 8 reads 1 more, 12 reads as many.
    private static let linesOfShort = 10
    /// The same of other linear symbols. Not measured: what one line alone shows may be chance.
    private static let minLines = 2

    private func interpreted(_ reading: Reading) -> Reading? {
        guard let symbol = Code39Content.interpreted(reading.symbol, checks: options.checksCode39) else { return nil }
        var result = reading
        result.symbol = symbol
        return result
    }

    /// Whether `reading` is long enough, and seen on enough lines, to be more than chance.
    func isPlausible(_ reading: Reading) -> Bool {
        let count = reading.symbol.content.bytes.count
        guard !reading.missesLatch else { return false }
        if reading.engine == .zbar && reading.symbology.traits.dimension == .linear {
            let isShort =
                reading.symbology == .upcE || reading.symbology == .ean8 || reading.symbol.content.isShortCode128
            guard reading.lines >= (isShort ? Self.linesOfShort : Self.minLines) else { return false }
        }
        return switch reading.symbology {
        case .itf: count >= options.minimumITFDigits
        case .codabar: count >= options.minimumCodabarCharacters
        case .dataBarStacked: reading.hasRowsOfOneLength
        default: count > 0
        }
    }

    /// The most trustworthy first; each is kept unless one that was kept contradicts it.
    private func withoutContradictions(_ merged: [Merged]) -> [Merged] {
        let ranked = merged.enumerated().sorted { a, b in
            a.element.trust == b.element.trust
                ? a.offset < b.offset : b.element.trust.lexicographicallyPrecedes(a.element.trust)
        }
        var kept: [(offset: Int, element: Merged)] = []
        for candidate in ranked where !kept.contains(where: { $0.element.contradicts(candidate.element) }) {
            kept.append(candidate)
        }
        return kept.sorted { $0.offset < $1.offset }.map(\.element)
    }
}

extension Reading {
    /// zbar's scan lines on which a DataBar is more than chance: right ones in pictures had 15 and more, those that it
    /// finds in fences 4 to 6. Measured: 8 and 12 read as many.
    private static let linesOfDataBar = 10

    /// Whether this look is enough to believe it in a still picture. It is not for products that zbar reads (it misread
    /// 4 of 76, up to 61 lines alike), nor for UPC-E, which is found inside of a blurred EAN-13.
    var standsAlone: Bool {
        if symbology == .dataBar && engine == .zbar { return lines >= Self.linesOfDataBar }
        guard symbology.isProduct else { return true }
        return engine == .native || engine == .zxing && symbology != .upcE
    }

    /// Whether another engine should look too before this place counts as read: bars that were printed too wide are
    /// read as other digits with a right check digit, on each line alike.
    var wantsSecondOpinion: Bool {
        symbology.isProduct && engine != .native
    }
}

extension Reading {
    /// How much longer one row of a stacked DataBar may look than the other: in a grid two rows of different sizes are taken for one symbol.
    /// Not measured: more than perspective makes of rows beside each other.
    private static let maximumRowRatio = 1.3

    /// Whether the upper and the lower row of a stacked symbol are of one length.
    fileprivate var hasRowsOfOneLength: Bool {
        let corners = symbol.corners
        let (upper, lower) = (
            corners.topLeft.distance(to: corners.topRight), corners.bottomLeft.distance(to: corners.bottomRight)
        )
        return max(upper, lower) <= Self.maximumRowRatio * min(upper, lower)
    }
}

extension Reading {
    /// Whether zbar took digits for letters: in DataBar Expanded FNC1 latches to digits (ISO/IEC 24724, 7.2.5.5), which
    /// zbar 0.23 does not know. The digits that it reports after an FNC1 behind letters are then wrong, on each line
    /// alike.
    var missesLatch: Bool {
        let bytes = symbol.content.bytes
        guard engine == .zbar, symbology.unstacked == .dataBarExpanded, let last = bytes.lastIndex(of: 0x1D) else {
            return false
        }
        return bytes[..<last].contains { $0 != 0x1D && !(0x30...0x39).contains($0) }
    }
}

extension [Reading] {
    /// A DataBar Expanded that zxing has to read as well: zbar misses a latch in it, or reports another one as well (1
    /// of 1400 drawings), which may be the same bars misread.
    var doubtedDataBar: Reading? {
        let expanded = filter { $0.engine == .zbar && $0.symbology.unstacked == .dataBarExpanded }
        return expanded.first(where: \.missesLatch)
            ?? expanded.first { $0.symbol.content.bytes != expanded[0].symbol.content.bytes }
    }
}

/// Readings of the same content at one place.
private struct Merged {
    private(set) var symbol: Symbol {
        didSet { place = Place(symbol.corners) }
    }
    private var place: Place
    private var engines: Set<EngineKind>
    private var standsAlone: Bool
    private var lines: Int
    private var looks: Set<Int>

    init(_ reading: Reading) {
        symbol = reading.symbol
        place = Place(reading.symbol.corners)
        engines = [reading.engine]
        standsAlone = reading.standsAlone
        lines = reading.lines
        looks = [reading.look]
    }

    /// Whether more than one look saw it, where one look is not enough. What a native reader finds in a texture it
    /// finds at any number of looks.
    var isAgreedOn: Bool { looks.count > 1 || standsAlone }

    /// Whether it is what a texture shows by chance, and no library sees it.
    var mayBeTexture: Bool { engines == [.native] && symbol.content.isRepetitive }

    var symbology: Symbology { symbol.content.symbology }
    var corners: Quadrilateral { symbol.corners }

    func isSame(as other: Merged) -> Bool {
        guard symbol.content.isSame(as: other.symbol.content) else { return false }
        let (mine, others) = (place, other.place)
        // The place of an add-on is a guess from its main symbol's, or one side of it.
        if symbology.isAddOn {
            return mine.grown(by: corners.diameter * Self.reachOfAddOn).intersection(others.grown(by: Place.margin)) > 0
        }
        // One row of a stacked symbol, or a place of no height: zxing-cpp 3.1 reports the line that it read.
        if symbology != other.symbology {
            return mine.grown(by: corners.diameter * Self.reachOfRow).intersection(others.grown(by: Place.margin)) > 0
        }
        return mine.overlap(others) >= Self.samePlace
            || symbology.traits.dimension == .linear && corners.isStacked(with: other.corners)
    }

    func joined(with other: Merged) -> Merged {
        var result = self
        // Linear: engines mark only where scan lines succeeded, so each may have seen a part of the bars.
        // Matrix: zxing, which comes first, refines its corners on the modules; zbar extrapolates the fourth.
        if symbology.traits.dimension == .linear { result.symbol.corners = corners.covering(other.corners) }
        // zbar reads one row of a stacked symbol and takes it for the whole.
        if other.symbology != other.symbology.unstacked { result.symbol.content.symbology = other.symbology }
        result.engines.formUnion(other.engines)
        result.standsAlone = standsAlone || other.standsAlone
        result.lines += other.lines
        result.looks.formUnion(other.looks)
        return result
    }

    /// Whether these are some of the digits of an ITF nearby: a scan line that leaves its bars at a side reads a
    /// shorter one, as only the length shows where it ends.
    func isPart(of other: Merged) -> Bool {
        guard symbology == .itf || symbology == .itf14, other.symbology == .itf || other.symbology == .itf14,
            symbol.content.bytes.count < other.symbol.content.bytes.count,
            let mine = symbol.content.text, let all = other.symbol.content.text, all.contains(mine)
        else { return false }
        let reach = other.corners.diameter * Self.reachOfPart
        return place.grown(by: Place.margin).intersection(other.place.grown(by: reach)) > 0
    }

    /// What counts when readings contradict each other: composites before their parts, error correction, then the long product numbers before the
    /// short, then native (which report only what they are sure of; zbar and zxing-cpp take the same wide
    /// bars for the same wrong digits), then how many engines agree, then zxing (4 wrong in 1140 pictures against 30 of
    /// zbar), then scan lines.
    var trust: [Int] {
        [
            symbology == .gs1Composite ? 1 : 0,
            symbology.traits.dimension == .matrix ? 1 : 0,
            symbology == .microQRCode ? 0 : 1,
            -symbology.traits.framesToAgree,
            symbology == .ean13 || symbology == .upcA ? 1 : 0,
            engines.contains(.native) ? 1 : 0,
            engines.count,
            engines.contains(.zxing) ? 1 : 0,
            lines,
        ]
    }

    /// The overlap from which on two readings are of one place, as a share of the smaller.
    /// Measured: 0.32 and 0.5 read as many.
    private static let samePlace = 0.4
    /// How far around an add-on it may be seen again, as a share of its diameter.
    /// Not measured: the gap before it differs by up to 5 modules of its 20 or 47.
    private static let reachOfAddOn = 0.5
    /// How far around a row of a stacked symbol the others lie, as a share of its diameter.
    /// Not measured: rows are much wider than high.
    private static let reachOfRow = 0.25
    /// How far from an ITF a part of it may be marked, as a share of its diameter.
    /// Not measured: lines that leave the bars at a side.
    private static let reachOfPart = 0.5
    /// Symbologies that need more frames than this to agree are found inside of anything striped.
    /// Not measured: those that are short, unchecked or rare need 3 (`Symbology.traits`).
    private static let framesOfStrong = 2
    /// Modules of a UPC-E, of those of an EAN-13 (ISO/IEC 15420).
    private static let partOfUPCE = 51.0 / 95
    /// The area that two matrix symbols have in common, over what they cover together, from which on they are one.
    /// Measured: 0.48 and 0.75 read as many.
    private static let sameMatrix = 0.6
    /// The share of a linear reading from which on it lies inside another symbol. Measured: 0.64 and 1 read as many.
    private static let inside = 0.8

    /// Whether `other`, which is trusted less, cannot be there when this is.
    func contradicts(_ other: Merged) -> Bool {
        let (mine, others) = (place, other.place)
        // Far apart nothing contradicts; half of an EAN-13 lies close by.
        let reach = symbol.corners.diameter
        guard mine.grown(by: reach).intersection(others.grown(by: Place.margin)) > 0 else { return false }
        switch (symbology.traits.dimension, other.symbology.traits.dimension) {
        case (.matrix, .matrix):
            // The component of a composite, as a symbol of its own.
            if symbology == .gs1Composite && (other.symbology == .pdf417 || other.symbology == .microPDF417) {
                return corners.contains(other.symbol.corners.center)
            }
            // A finder pattern of a QR Code, with modules beside it that pass for a Micro QR Code.
            if symbology == .qrCode && other.symbology == .microQRCode {
                return corners.contains(other.symbol.corners.center)
            }
            // The same symbol with other bytes: zbar turns ECI content into UTF-8. Of two symbols one in
            // the other, both are there.
            return symbology == other.symbology && mine.likeness(others) >= Self.sameMatrix
        case (.matrix, .linear):
            // Bars found in a matrix symbol's modules.
            return others.share(in: mine) >= Self.inside
        case (.linear, .linear):
            if symbology.isAddOn || other.symbology.isAddOn {
                return symbology.isAddOn && other.symbology.isAddOn && mine.overlap(others) >= Self.samePlace
            }
            let overlap = others.share(in: mine)
            // Two contents of one kind at one place: zbar knows no FNC4 in Code 128, and reads parts of an ITF.
            if symbology == other.symbology && overlap >= Self.samePlace { return true }
            // Two products at one place, of which either may be marked as high as its bars or as the lines read in
            // them, and the short ones that are found inside of anything striped.
            let isWeak = other.symbology.traits.framesToAgree > Self.framesOfStrong
            guard symbology.isProduct && other.symbology.isProduct else { return isWeak && overlap >= Self.samePlace }
            // Half of a blurred EAN-13 looks like a UPC-E (51 of 95 modules), also further along the bars.
            let isHalf = other.symbology == .upcE && corners.holdsAtAnEnd(other.corners, part: Self.partOfUPCE)
            return overlap >= Self.samePlace || mine.overlap(others) >= Self.inside || isHalf
        case (.linear, .matrix):
            return false
        }
    }
}
