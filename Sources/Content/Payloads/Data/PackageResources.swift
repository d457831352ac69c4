import CTables

/// The files of this folder; each is copied when it is first used.
enum PackageResources {
    static let aamva_tsv = bytes(of: qz_table_aamva_tsv())
    static let countries_tsv = bytes(of: qz_table_countries_tsv())
    static let currencies_tsv = bytes(of: qz_table_currencies_tsv())
    static let gs1_ai_tsv = bytes(of: qz_table_gs1_ai_tsv())
    static let gs1_labels_tsv = bytes(of: qz_table_gs1_labels_tsv())
    static let gtin_prefixes_tsv = bytes(of: qz_table_gtin_prefixes_tsv())
    static let iban_tsv = bytes(of: qz_table_iban_tsv())
    static let isbn_ranges_tsv = bytes(of: qz_table_isbn_ranges_tsv())
    static let known_names_tsv = bytes(of: qz_table_known_names_tsv())
    static let look_alikes_tsv = bytes(of: qz_table_look_alikes_tsv())
    static let package_types_tsv = bytes(of: qz_table_package_types_tsv())
    static let rail_tickets_tsv = bytes(of: qz_table_rail_tickets_tsv())
    static let shorteners_tsv = bytes(of: qz_table_shorteners_tsv())
    static let top_level_domains_tsv = bytes(of: qz_table_top_level_domains_tsv())
    static let vin_countries_tsv = bytes(of: qz_table_vin_countries_tsv())
    static let vin_makers_tsv = bytes(of: qz_table_vin_makers_tsv())

    private static func bytes(of table: qz_table) -> [UInt8] {
        // SAFETY: `bytes` has `count` bytes and lives as long as the program: Sources/Platform/CTables defines both.
        [UInt8](UnsafeBufferPointer(start: table.bytes, count: table.count))
    }
}
