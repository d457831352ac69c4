import Config
import Files
import Lookup

/// Look-ups of a run of the program, as the settings have them.
package enum Lookups {
    /// An engine over the user's files.
    ///
    /// - Parameter keepsNames: whether the user may name products, so that there must be a file for that; default false.
    /// - Throws: `UserError` where the file of look-ups cannot be used.
    package static func engine(_ settings: Settings, keepsNames: Bool = false) throws -> LookupEngine {
        Programs.withhold(settings.lookup.sections.compactMap(\.secretVariable))
        // While nobody may be asked, and nothing was asked before, there is nothing to remember.
        let isUsed = !settings.lookup.providers.isEmpty || Folder.contains(Paths.lookups)
        let store: LookupStore
        if isUsed {
            store = try LookupStore(Paths.lookups)
        } else {
            // Where there can be no file, lists and indexes answer all the same.
            store = try keepsNames ? (try? LookupStore(Paths.lookups)) ?? LookupStore() : LookupStore()
        }
        return LookupEngine(
            settings.lookup, store: store, products: OfflineProducts(in: Paths.products),
            version: programName)
    }
}
