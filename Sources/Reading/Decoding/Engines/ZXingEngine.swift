import Charsets
import CZXing
import Frames
import Glibc
import Symbols

/// Reads by zxing-cpp.
struct ZXingEngine: Engine {
    var charset: String?
    private var formats: UInt32
    private let maxSymbols: Int

    /// An engine for `symbologies`; those that zxing does not read are left out.
    init(symbologies: Set<Symbology>, maxSymbols: Int) {
        formats = symbologies.reduce(0) { $0 | (EngineNames.of($1)?.zxingFormats ?? 0) }
        self.maxSymbols = maxSymbols
    }

    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        guard formats != 0 else { return EngineReading() }
        let part = luma.cropped(to: region)
        if thoroughness == .flat {
            // In zxing-cpp the one option says for every symbology in how many directions it is looked for.
            var (bars, others) = (self, self)
            bars.formats &= Self.flat
            others.formats &= ~Self.flat
            var found = try others.read(luma, region: region, thoroughness: .complete)
            let flat = try bars.levels(of: part, .flat)
            found.readings += flat.moved(by: region.origin).readings
            found.fault = found.fault ?? flat.fault
            return found
        }
        return try levels(of: part, thoroughness).moved(by: region.origin)
    }

    /// Linear symbologies whose bars are read wherever they cross a row.
    private static let flat = Symbology.allCases.reduce(UInt32(0)) {
        // A film edge has its clock beside its bars.
        let isFlat = $1.traits.dimension == .linear && $1 != .dxFilmEdge
        return $0 | (isFlat ? EngineNames.of($1)?.zxingFormats ?? 0 : 0)
    }

    /// Reads a picture and, from `full` on, smaller copies of it.
    private func levels(of part: LumaView, _ thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        var found = try read(part, PatternCensus.usualRowStep, thoroughness)
        if thoroughness >= .full || thoroughness == .flat {
            // zxing-cpp would make these smaller pictures itself. Here each is bounded by what it shows: a photo of a screen is full of
            // patterns that are gone at a third of the size.
            var (third, scale) = (part.third, LumaView.pyramidStep)
            while let plane = third {
                let smaller = try plane.withView { view throws(EngineError) in
                    try read(view, Self.rowStepOfThirds, thoroughness)
                }
                found.readings += smaller.readings.map { $0.placed { $0.map { $0 * Double(scale) } } }
                found.fault = found.fault ?? smaller.fault
                third = plane.withView { $0.third }
                scale *= LumaView.pyramidStep
            }
        }
        return found
    }

    /// Reads one level of the pyramid; corners are in its pixels.
    private func read(
        _ level: LumaView, _ rowStep: Int, _ thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        var options = qz_zxing_options()
        options.formats = bounded(formats, for: level, rowStep: rowStep)
        guard options.formats != 0 else { return EngineReading() }
        options.try_harder = thoroughness >= .full || thoroughness == .upright || thoroughness == .flat
        options.try_rotate = thoroughness >= .rotated
        options.try_invert = thoroughness == .complete || thoroughness == .flat
        options.max_symbols = Int32(clamping: maxSymbols)

        var collected = Collected(charset: charset)
        var fault = [CChar](repeating: 0, count: 256)
        let result = withUnsafeMutablePointer(to: &collected) { collected in
            // SAFETY: the sink runs only during this call, on this thread, and `collected` outlives the call.
            qz_zxing_read(
                level.base, Int32(level.width), Int32(level.height), Int32(level.rowStride), &options,
                { context, symbol in
                    guard let context, let symbol else { return }
                    context.assumingMemoryBound(to: Collected.self).pointee.add(symbol.pointee)
                }, collected, &fault, fault.count)
        }
        let reason = String(nullTerminated: fault)
        guard result >= 0 else {
            throw EngineError(engine: .zxing, reason: reason.isEmpty ? String(cString: strerror(-result)) : reason)
        }
        return EngineReading(
            readings: collected.readings,
            fault: reason.isEmpty ? nil : EngineError(engine: .zxing, reason: reason))
    }

    mutating func forget() {}  // zxing-cpp keeps nothing between pictures.

    /// Thirds of a picture are counted along one row in this many.
    /// Not measured: about a third of `PatternCensus.usualRowStep`.
    private static let rowStepOfThirds = 7

    /// `formats` without those that `view` holds too many patterns of for zxing-cpp to look through in a short time: to
    /// read these anyway, give it smaller parts.
    private func bounded(_ formats: UInt32, for view: LumaView, rowStep: Int) -> UInt32 {
        guard formats & (Self.squares | Self.stacked) != 0 else { return formats }
        let census = PatternCensus(view, rowStep: rowStep)
        var result = formats
        if census.hasTooManyFinders { result &= ~Self.squares }
        if census.starts > PatternCensus.maxStarts { result &= ~Self.stacked }
        return result
    }

    private static let squares = UInt32(QZ_ZXING_QR_CODE | QZ_ZXING_MICRO_QR_CODE | QZ_ZXING_RMQR_CODE)
    private static let stacked = UInt32(QZ_ZXING_PDF417 | QZ_ZXING_MICRO_PDF417)
}

extension LumaView {
    /// How many pixels of a side become one, as zxing-cpp does by its defaults.
    fileprivate static let pyramidStep = 3
    /// Pixels of the longer side above which a smaller picture is made, and of the shorter side that it needs.
    /// The first is zxing-cpp's own. The second is not measured: less leaves fewer than three pixels.
    private static let (longestOfPyramid, shortestOfPyramid) = (500, 9)

    /// The next smaller picture; nil for a small one.
    fileprivate var third: LumaPlane? {
        max(width, height) > Self.longestOfPyramid && min(width, height) >= Self.shortestOfPyramid
            ? reduced(by: Self.pyramidStep) : nil
    }
}

/// What the sink gathers.
private struct Collected {
    let charset: String?
    var readings: [Reading] = []

    mutating func add(_ symbol: qz_zxing_symbol) {
        guard let symbology = EngineNames.symbology(zxingFormat: symbol.format) else { return }
        // SAFETY: the shim keeps both byte buffers alive until the sink returns; counts are the buffers' own.
        let bytes = [UInt8](UnsafeBufferPointer(start: symbol.bytes, count: symbol.byte_count))
        let eciBytes = symbol.eci_bytes.map { [UInt8](UnsafeBufferPointer(start: $0, count: symbol.eci_byte_count)) }
        let identifier = withUnsafeBytes(of: symbol.identifier) { String(nullTerminated: $0) }
        let c = symbol.corners
        let corners = Quadrilateral(
            topLeft: point(c.0, c.1), topRight: point(c.2, c.3), bottomRight: point(c.4, c.5),
            bottomLeft: point(c.6, c.7))
        let raw = RawSymbol(
            symbology: symbology, identifier: identifier.isEmpty ? nil : identifier,
            bytes: symbology.traits.identifierLetter == "e" ? Self.elementString(bytes) : bytes,
            eciBytes: eciBytes, kanji: Self.kanji(of: symbol, in: bytes), corners: corners,
            addOn: Self.addOn(of: symbol), part: Self.part(of: symbol))
        readings += raw.readings(by: .zxing, in: charset, lines: max(1, Int(symbol.line_count)))
    }

    /// DataBar as a GS1 element string: the 14 digits of a GTIN may come alone, and other elements in brackets.
    private static func elementString(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count == 14 && CheckDigit.isValid(bytes) ? Array("01".utf8) + bytes : BracketedGS1.plain(bytes)
    }

    private static func kanji(of symbol: qz_zxing_symbol, in bytes: [UInt8]) -> [Range<Int>] {
        guard let text = symbol.latin1_text else { return [] }
        // SAFETY: the shim keeps the text alive until the sink returns; the count is its own.
        let read = String(decoding: UnsafeBufferPointer(start: text, count: symbol.latin1_text_count), as: UTF8.self)
        return KanjiPlaces.places(in: bytes, readAsLatin1: read)
    }

    private static func addOn(of symbol: qz_zxing_symbol) -> AddOn? {
        // SAFETY: the shim keeps the text alive until the sink returns, and ends it with NUL.
        symbol.add_on.flatMap { AddOn(digits: Array(String(cString: $0).utf8)) }
    }

    private static func part(of symbol: qz_zxing_symbol) -> SequencePart? {
        // SAFETY: the shim keeps the text alive until the sink returns, and ends it with NUL.
        let id = symbol.sequence_id.map { String(cString: $0) } ?? ""
        let count = Int(symbol.sequence_size)
        return SequencePart(index: Int(symbol.sequence_index), count: count == 0 ? nil : count, id: id)
    }

    private func point(_ x: Int32, _ y: Int32) -> Point { Point(x: Double(x), y: Double(y)) }
}

extension String {
    /// The UTF-8 text before the first NUL.
    init<Bytes: Sequence>(nullTerminated bytes: Bytes) where Bytes.Element == CChar {
        self.init(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The UTF-8 text before the first NUL.
    init<Bytes: Sequence>(nullTerminated bytes: Bytes) where Bytes.Element == UInt8 {
        self.init(decoding: Array(bytes.prefix { $0 != 0 }), as: UTF8.self)
    }
}
