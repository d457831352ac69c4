import CTables

/// The files of this folder; each is copied when it is first used.
enum PackageResources {
    static let letter_pairs_txt = bytes(of: qz_table_letter_pairs_txt())
    static let character_costs_txt = bytes(of: qz_table_character_costs_txt())

    private static func bytes(of table: qz_table) -> [UInt8] {
        // SAFETY: `bytes` has `count` bytes and lives as long as the program: Sources/Platform/CTables defines both.
        [UInt8](UnsafeBufferPointer(start: table.bytes, count: table.count))
    }
}
