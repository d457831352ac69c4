import CZXing

/// What differs between the versions of zxing-cpp, beside the names in its interface, which the shim hides.
struct ZXingTraits {
    /// Whether DataBar is looked for only when one symbol is wanted: looking for more fails assertions.
    let readsDataBarAlone: Bool
    /// Whether the place of an EAN or UPC symbol is told with that of its add-on.
    let cornersCoverAddOn: Bool
    /// Whether it finds light symbols on dark by itself.
    let inverts: Bool

    /// Those of the version that this build is linked with.
    static let current = ZXingTraits(majorVersion: Int(qz_zxing_major_version()))

    init(majorVersion: Int) {
        let rows: [Int: ZXingTraits] = [
            1: .init(readsDataBarAlone: true, cornersCoverAddOn: false, inverts: false),
            2: .init(readsDataBarAlone: false, cornersCoverAddOn: true, inverts: true),
            3: .init(readsDataBarAlone: false, cornersCoverAddOn: true, inverts: true),
        ]
        // A newer one is likeliest to be as the newest that is known.
        self = rows[min(max(majorVersion, 1), 3)]!
    }

    private init(readsDataBarAlone: Bool, cornersCoverAddOn: Bool, inverts: Bool) {
        self.readsDataBarAlone = readsDataBarAlone
        self.cornersCoverAddOn = cornersCoverAddOn
        self.inverts = inverts
    }
}
