import CZXing
import Symbols

/// Which engine reads which symbology in this build.
public enum SymbologySupport {
    /// The engines that read `symbology`; empty when none does.
    public static func engines(for symbology: Symbology) -> Set<EngineKind> {
        var engines: Set<EngineKind> = []
        if zbar.contains(symbology) { engines.insert(.zbar) }
        if zxing.contains(symbology) { engines.insert(.zxing) }
        if native.contains(symbology) { engines.insert(.native) }
        return engines
    }

    /// Every symbology that some engine reads: what is on by default.
    public static let readable: Set<Symbology> = zbar.union(zxing).union(native)

    /// The version of zxing-cpp that this build was made with, for example `1.4.0`.
    public static var zxingVersion: String { String(cString: qz_zxing_version()) }

    /// What `engine` reads.
    static func symbologies(of engine: EngineKind) -> Set<Symbology> {
        switch engine {
        case .zxing: zxing
        case .zbar: zbar
        case .native: native
        }
    }

    private static let native = NativeReaders.symbologies

    private static let zbar = Set(EngineNames.all.filter { !$0.zbarTypes.isEmpty }.map(\.symbology))

    private static let zxing: Set<Symbology> = {
        let formats = qz_zxing_formats()
        return Set(EngineNames.all.filter { $0.zxingFormats & formats != 0 }.map(\.symbology))
    }()
}
