import Frames
import Symbols

/// A reader of symbols: one of the libraries, or this project's own.
package enum EngineKind: String, CaseIterable, Codable, Sendable {
    /// zxing-cpp: linear and matrix symbologies; fast.
    case zxing
    /// zbar: linear symbologies, DataBar, QR Code; slow on large frames, and reads products that zxing misses.
    case zbar
    /// The readers of this project (`NativeReaders`): symbols that the libraries miss because they are blurred, noisy
    /// or small, and symbologies that the libraries do not know. Lists have said `own` since before.
    case native = "own"

    /// Those that look at whole pictures.
    static let ofWholePictures: Set<EngineKind> = [.zxing, .zbar]
}

/// A library that reads symbols from a luma plane. Not shared between threads: each thread has its own.
protocol Engine {
    /// The charset of bytes whose symbol names none; nil to guess.
    var charset: String? { get set }

    /// The symbols that lie inside `region` of `luma`, corners in pixels of `luma`.
    ///
    /// - Parameter region: lies inside `luma` and is not empty.
    /// - Throws: `EngineError` when the library failed; the engine can be used again.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading

    /// Says where symbols have already been read in the picture that comes next, in pixels of the region: they need not be read again.
    mutating func leaveOut(_ places: [Quadrilateral])

    /// Forgets what earlier pictures left behind. Called when the next picture is not the next frame of a camera.
    mutating func forget()
}

extension Engine {
    mutating func leaveOut(_ places: [Quadrilateral]) {}  // Most engines look at everything at once.
}

/// What an engine found in one picture.
struct EngineReading {
    var readings: [Reading] = []
    /// A fault from which the engine recovered by itself.
    var fault: EngineError?

    /// The same with all corners moved.
    func moved(by offset: Point) -> EngineReading {
        EngineReading(readings: readings.map { $0.placed { $0.moved(by: offset) } }, fault: fault)
    }
}

/// How thoroughly an engine looks.
enum Thoroughness: Comparable {
    /// As `complete`, but linear codes only along the rows.
    case flat
    /// Linear codes in reading direction only.
    case quick
    /// Linear codes in reading direction only, line by line: for what was turned upright.
    case upright
    /// Linear codes in vertical reading direction too.
    case rotated
    /// Every line.
    case full
    /// Every line, and light on dark: all that the engine does by default.
    case complete
}

/// A library failed an assertion or ran out of memory; that one read is lost, the program continues.
package struct EngineError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The library.
    package let engine: EngineKind
    /// The failed assertion or error, one line.
    package let reason: String

    /// The engine and its reason in one line.
    package var description: String { "\(engine.rawValue): \(reason)" }
}

/// A symbol as one engine read it, before engines are compared.
struct Reading: Hashable {
    var symbol: Symbol
    var engine: EngineKind
    /// Scan lines that agreed; 1 where the engine does not count them.
    var lines: Int
    /// Which look at the picture this was: the place of its attempt in the order.
    var look = 0

    var symbology: Symbology { symbol.content.symbology }

    /// The same with its corners moved by `transform`.
    func placed(_ transform: (Quadrilateral) -> Quadrilateral) -> Reading {
        var result = self
        result.symbol.corners = transform(symbol.corners)
        return result
    }
}
