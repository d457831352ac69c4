import CZXing
import Symbols

/// Which engine reads which symbology; both directions of `EngineNames`.
package enum SymbologySupport {
    /// The engines that read `symbology`; empty when none does.
    package static func engines(for symbology: Symbology) -> Set<EngineKind> { bySymbology[symbology] ?? [] }

    /// Every symbology that some engine reads: what is on by default.
    package static let readable = Set(bySymbology.filter { !$0.value.isEmpty }.keys)

    /// The version of zxing-cpp that this build was made with, for example `3.1.1`.
    package static var zxingVersion: String { String(cString: qz_zxing_version()) }

    /// What `engine` reads.
    static func symbologies(of engine: EngineKind) -> Set<Symbology> { byEngine[engine] ?? [] }

    private static let bySymbology = Dictionary(
        uniqueKeysWithValues: EngineNames.all.map { ($0.symbology, $0.engines) })

    private static let byEngine = Dictionary(
        uniqueKeysWithValues: EngineKind.allCases.map { engine in
            (engine, Set(bySymbology.filter { $0.value.contains(engine) }.keys))
        })
}
