import CZBar
import Frames
import Glibc
import Symbols

/// Reads by zbar. One engine a thread: a scanner keeps state.
struct ZBarEngine: Engine {
    var charset: String?
    private let symbologies: Set<Symbology>
    private let maxSymbols: Int
    private var scanner: ZBarScanner?
    private var readsSinceNew = 0
    private let rowsOnly: Bool

    /// zbar 0.23.92 leaks about 0.14 KiB a QR Code that it reads; a new scanner frees it. So 70 KiB are leaked at most.
    private static let readsPerScanner = 500

    /// An engine for `symbologies`; those that zbar does not read are left out.
    ///
    /// - Parameter rowsOnly: whether to look along rows only, not up and down; default false.
    init(symbologies: Set<Symbology>, maxSymbols: Int, rowsOnly: Bool = false) {
        (self.symbologies, self.rowsOnly, self.maxSymbols) = (symbologies, rowsOnly, maxSymbols)
    }

    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        guard !symbologies.isDisjoint(with: SymbologySupport.symbologies(of: .zbar)) else { return EngineReading() }
        // zbar has no row stride: rows must be packed (zbar img_scanner.c).
        guard luma.rowStride == luma.width else {
            let plane = luma.cropped(to: region).packed()
            let found = try plane.withView { (view) throws(EngineError) -> EngineReading in
                try read(view, region: view.bounds, thoroughness: thoroughness)
            }
            return found.moved(by: region.origin)
        }
        if readsSinceNew >= Self.readsPerScanner { forget() }
        let scanner =
            if let kept = self.scanner { kept } else { try ZBarScanner(symbologies: symbologies, rowsOnly: rowsOnly) }
        // Put back only after a read without fault: what a fault leaves half done is not touched again.
        self.scanner = nil
        let readings = try scanner.scan(luma, region: region, maxSymbols: maxSymbols, charset: charset)
        self.scanner = scanner
        readsSinceNew += 1
        return EngineReading(readings: readings)
    }

    mutating func forget() {
        scanner = nil
        readsSinceNew = 0
    }
}

/// Owns a zbar_image_scanner_t.
private final class ZBarScanner {
    private let handle: OpaquePointer
    /// After a failed assertion the handle is leaked: destroying what is half done may crash.
    private var isBroken = false

    init(symbologies: Set<Symbology>, rowsOnly: Bool) throws(EngineError) {
        guard let handle = zbar_image_scanner_create() else {
            throw EngineError(engine: .zbar, reason: "out of memory")
        }
        self.handle = handle
        zbar_image_scanner_set_config(handle, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        // ISBN forms stay off: an ISBN is an EAN-13.
        for type in symbologies.flatMap({ EngineNames.of($0)?.zbarTypes ?? [] }) {
            zbar_image_scanner_set_config(handle, type, ZBAR_CFG_ENABLE, 1)
        }
        // Exact bytes: zbar's own text takes UTF-8 for Big5.
        zbar_image_scanner_set_config(handle, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
        zbar_image_scanner_set_config(handle, ZBAR_NONE, ZBAR_CFG_POSITION, 1)
        if rowsOnly { zbar_image_scanner_set_config(handle, ZBAR_NONE, ZBAR_CFG_X_DENSITY, 0) }
    }

    deinit { if !isBroken { zbar_image_scanner_destroy(handle) } }

    func scan(
        _ luma: LumaView, region: PixelRect, maxSymbols: Int, charset: String?
    ) throws(EngineError) -> [Reading] {
        guard let image = zbar_image_create() else { throw EngineError(engine: .zbar, reason: "out of memory") }
        zbar_image_set_format(image, ZBarScanner.y800)
        zbar_image_set_size(image, UInt32(luma.width), UInt32(luma.height))
        zbar_image_set_crop(image, UInt32(region.x), UInt32(region.y), UInt32(region.width), UInt32(region.height))
        // SAFETY: without a cleanup handler zbar neither copies nor frees the bytes; the image is gone before the
        // view ends.
        zbar_image_set_data(image, luma.base, UInt(luma.width * luma.height), nil)

        var fault = [CChar](repeating: 0, count: 256)
        let result = qz_zbar_scan(handle, image, &fault, fault.count)
        guard result >= 0 else {
            isBroken = result == -ENOTRECOVERABLE
            if !isBroken { zbar_image_destroy(image) }
            let reason = String(nullTerminated: fault)
            throw EngineError(engine: .zbar, reason: reason.isEmpty ? String(cString: strerror(-result)) : reason)
        }
        var readings: [Reading] = []
        var symbol = zbar_image_first_symbol(image)
        while let current = symbol, readings.count < maxSymbols {
            readings += ZBarSymbol(handle: current, charset: charset).readings
            symbol = zbar_symbol_next(current)
        }
        zbar_image_destroy(image)
        return readings
    }

    private static let y800 = UInt("Y800".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) })
}
