import Config
import Files
import Lookup

/// Look-ups of a run of the program, as the settings have them.
package enum Lookups {
    /// An engine over the user's files.
    ///
    /// - Throws: `UserError` where the file of look-ups cannot be used.
    package static func engine(_ settings: Settings) throws -> LookupEngine {
        Programs.withhold(settings.lookup.sections.compactMap(\.secretVariable))
        // While nobody may be asked, and nothing was asked before, there is nothing to remember.
        let isUsed = !settings.lookup.providers.isEmpty || Folder.contains(Paths.lookups)
        return LookupEngine(
            settings.lookup, store: isUsed ? try LookupStore(Paths.lookups) : try LookupStore(),
            products: OfflineProducts(in: Paths.products),
            version: programName)
    }
}
