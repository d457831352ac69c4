import CZXing
import Symbols

/// What differs between the versions of zxing-cpp, apart from the names in its interface, which the shim hides.
///
/// Measured over the corpus and 800 camera-like frames (`Scripts/engines`).
struct ZXingTraits {
    /// Looked for only by themselves, one symbol a picture: 1.4 fails assertions of its own when it looks for more
    /// (for one it failed 1 of 549 pictures), 2.3 joins two parts of a DataBar that lie far apart (9 of 800 frames).
    var readsAlone: Set<Symbology> = []
    /// Whether one look is enough to believe a DataBar in a still picture.
    var believesDataBar = true
    /// Whether it, too, reads other digits where the bars of EAN and UPC are too wide (2 of 570 pictures since 2.0).
    var wantsOpinionOnProducts = true
    /// Whether the place reported for an EAN or UPC symbol covers its add-on.
    var cornersCoverAddOn = true

    /// Whether it takes the padding of an Aztec symbol for a binary shift and reports 31 bytes of what lies behind the symbol
    /// in memory, as of 2 in 100 symbols with codewords of 10 or 12 bits; and as many bytes as a damaged length says.
    var readsBeyondAztec = false

    /// Those of the version that this build is linked with.
    static let current = of(majorVersion: Int(qz_zxing_major_version()))

    /// The table. A version that is newer than all of it is taken for the newest.
    static func of(majorVersion: Int) -> ZXingTraits {
        switch majorVersion {
        case ...1:
            ZXingTraits(
                readsAlone: [.dataBar, .dataBarExpanded], wantsOpinionOnProducts: false, cornersCoverAddOn: false,
                readsBeyondAztec: true)
        case 2: ZXingTraits(readsAlone: [.dataBar], believesDataBar: false)
        default: ZXingTraits()
        }
    }
}
