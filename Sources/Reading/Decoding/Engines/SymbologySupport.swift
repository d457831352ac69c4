import CZBar
import CZXing
import Symbols

/// Which engine reads which symbology; both directions of `EngineNames`.
package enum SymbologySupport {
    /// The engines that read `symbology`; empty when none does.
    package static func engines(for symbology: Symbology) -> Set<EngineKind> { bySymbology[symbology] ?? [] }

    /// Every symbology that some engine reads.
    package static let readable = Set(bySymbology.filter { !$0.value.isEmpty }.keys)

    /// What is read by default.
    package static let readByDefault = readable.filter(\.traits.isReadByDefault)

    /// Whether a symbol with this content is read at all: contents that turn up by chance in other codes are not.
    package static func reads(_ bytes: [UInt8], as symbology: Symbology) -> Bool {
        switch symbology {
        case .telepen: bytes.count > 1
        case .msi: MSI.lengths.contains(bytes.count) && MSI.isRead(bytes.map { $0 &- 0x30 })
        case .code11: Code11.isRead(bytes)
        case .pharmacode: Int(String(decoding: bytes, as: UTF8.self)).map { $0 >= Pharmacode.minimumNumber } == true
        case .pharmacodeTwoTrack:
            Int(String(decoding: bytes, as: UTF8.self)).map { $0 >= TwoTrackPharmacodeEngine.minimumNumber } == true
        case .rm4scc: RoyalMail.barCounts.contains((bytes.count + 1) * 4 + 2)
        case .kix: RoyalMail.barCountsOfKIX.contains(bytes.count * 4)
        case .industrial2of5, .iata2of5, .matrix2of5, .dataLogic2of5: TwoOfFive.lengths.contains(bytes.count)
        default: true
        }
    }

    /// The version of zxing-cpp that this build was made with, for example `3.1.1`.
    package static var zxingVersion: String { String(cString: qz_zxing_version()) }

    /// The version of the zbar that this machine has, for example `0.23.92`.
    package static var zbarVersion: String {
        var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// What `engine` reads.
    static func symbologies(of engine: EngineKind) -> Set<Symbology> { byEngine[engine] ?? [] }

    private static let bySymbology = Dictionary(
        uniqueKeysWithValues: EngineNames.all.map { ($0.symbology, $0.engines) })

    private static let byEngine = Dictionary(
        uniqueKeysWithValues: EngineKind.allCases.map { engine in
            (engine, Set(bySymbology.filter { $0.value.contains(engine) }.keys))
        })
}
