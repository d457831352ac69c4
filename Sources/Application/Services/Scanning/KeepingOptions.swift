import Config
import Files
import History
import Places
import Symbols

/// What was asked of the history for a run: its session, and whether anything is kept at all.
package struct KeepingOptions: Sendable {
    /// The session's name; nil for none.
    package var session: String?
    /// What a symbol is that comes again; nil as the session or the settings say.
    package var repeats: ScanRepeats?
    /// The file with the session's check-list; nil keeps the one that it has.
    package var expected: String?
    package var tags: [String] = []
    /// Whether nothing goes to the disk.
    package var isPrivate = false

    /// Scans of no session.
    package init() {}

    /// Opens the history, takes in what earlier runs could not keep, and begins the session or goes on with it.
    ///
    /// - Returns: what scans are kept by, and what is to be said of it.
    package func open(_ settings: Settings) throws -> (keeping: ScanKeeping, remarks: [String]) {
        var run = ScanRun()
        run.repeats = repeats ?? settings.repeats
        run.tags = tags
        run.session = session
        // Read first: a list that cannot be read leaves no session behind.
        let items = try expected.map { try CheckListFile.items(at: $0) }
        let history =
            isPrivate
            ? try HistoryStore.inMemory(called: "the private history")
            : try HistoryStore.open(at: Paths.history, for: .keeping)
        let remarks =
            isPrivate ? [] : [UnkeptScans.takeIn(history, for: settings.destinations.map(\.name))].compactMap(\.self)
        if let session {
            do throws(HistoryError) {
                let open = try history.openSession(called: session, repeats: repeats)
                run.repeats = open.repeats
                if let items { try history.expect(items, in: open.id) }
            } catch {
                // It is begun with the first scan that can be kept.
                if history.whyNotKept == nil || items != nil { throw error }
            }
        }
        let (locations, problem) = Self.locations()
        return (ScanKeeping(in: history, settings, run, locations: locations), remarks + [problem].compactMap(\.self))
    }

    /// Codes that stand for places, or why there are none. Most people have no places: then nothing is opened.
    private static func locations() -> (LocationCodes, problem: String?) {
        guard Folder.contains(Paths.places) else { return (LocationCodes(), nil) }
        do throws(UserError) {
            return (LocationCodes(try PlaceStore(Paths.places, for: .reading).list().places), nil)
        } catch {
            return (LocationCodes(), "codes of places are not known: \(error)")
        }
    }
}
