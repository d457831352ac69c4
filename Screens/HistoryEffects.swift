import Config
import Places
import Surface
import Symbols

/// A part of the list of scans.
package enum HistoryPart: Sendable, Hashable {
    /// What comes before the rows that are loaded.
    case preceding
    /// What comes behind them.
    case following
    /// The beginning; its first row is selected when it is there.
    case first
    /// The end; its last row is selected when it is there.
    case last
    /// From the row that has so many before it, which is selected when it is there.
    case index(Int)
}

/// Effects of the history feature.
package enum HistoryEffect: FeatureEffect {
    /// Fetch the whole scan and show it.
    case open(id: Int64)
    /// Show the scan that is so many rows below this one instead of it; above when negative.
    case openBeside(id: Int64, by: Int)
    /// Fetch the whole scan and do what it is for: open its address, join its network. Asks first.
    case act(id: Int64)
    /// Do what a content is for that is not in the history. Asks first.
    case actOn(SymbolContent)
    /// Put the texts of scans on the clipboard, a line each.
    case copy(ids: [Int64])
    /// Fetch rows of the list that are not loaded.
    case load(HistoryPart)
    /// Show only the scans in which every word of this is found; all for an empty text.
    case search(String)
    /// Offer the values that a condition of a search may have: `kind`.
    case offerValues(of: String)
    /// Show the first scan of those that are being searched for.
    case openFound
    case sort(HistoryOrder)
    /// The history's own screen was left: show the history that scans go to.
    case leave
}

/// Effects of the history columns feature.
package enum ColumnEffect: FeatureEffect {
    case toggle(HistoryColumn)
}

/// Effects of the deletion feature.
package enum DeletionEffect: FeatureEffect {
    /// Ask whether to delete scans, and say what becomes of their pictures.
    case ask(ids: [Int64])
    /// Delete scans, with the pictures that were kept for them.
    case delete(ids: [Int64])
    case restore(ids: [Int64])
}

/// Effects of the export feature.
package enum ExportEffect: FeatureEffect {
    /// Ask where to write these scans.
    case ask(HistoryScope)
    /// Write these scans to `path`; its ending chooses the format.
    case write(HistoryScope, path: String, overwrite: Bool)
}

/// Effects of the remarks feature.
package enum RemarkEffect: FeatureEffect {
    /// Ask for it; its `beginning` may have been typed already.
    case ask(RemarkKind, ids: [Int64], beginning: String? = nil)
    /// Set what was typed.
    case set(RemarkKind, ids: [Int64], text: String)
    case addTag(String, ids: [Int64])
    case togglePin(ids: [Int64])
}

extension [Effect] {
    /// The same; a quantity that is asked for begins with the digit that `key` types, or is that of the next scan.
    func beginning(with key: Key?) -> [Effect] {
        guard case .character(let digit)? = key, digit.isWholeNumber else { return self }
        return map { effect in
            if case .askQuantity? = effect.asked(InventoryEffect.self) { return .inventory(.digit(digit)) }
            guard case .ask(.quantity, let ids, nil)? = effect.asked(RemarkEffect.self) else { return effect }
            return .remark(.ask(.quantity, ids: ids, beginning: String(digit)))
        }
    }
}

/// What people add to scans.
package enum RemarkKind: Sendable, Hashable {
    case tags, note, quantity
}

/// Effects of the session feature.
package enum SessionEffect: FeatureEffect {
    /// Ask for what a new one is started with.
    case askNew
    /// Start or resume the one of that name, with its check-list.
    case start(SessionRequest)
    /// Resume the one of this name.
    case open(name: String)
    /// Scan without one; it stays open.
    case leave
    /// Ask whether to close it.
    case askClosing
    case close
    /// Ask what a symbol is that comes again.
    case askRepeats
    case setRepeats(ScanRepeats)
    /// Ask for the file of its check-list.
    case askCheckList
    case loadCheckList(path: String)
    /// Show what is missing.
    case showCheckList
    /// Ask for the file that the check-list of a session goes to.
    case askReport(session: String)
    /// Write the check-list of a session to `path` as CSV.
    case writeReport(session: String, path: String, overwrite: Bool)
    /// Ring when these come into view, or not any more.
    case toggleWanted(ids: [Int64])
}

/// Effects of the delivery feature.
package enum DeliveryEffect: FeatureEffect {
    /// Ask what to do with what waits for a destination.
    case ask(String)
    /// Try again what a destination did not take.
    case retry(String)
    /// Deliver it no more.
    case drop(String)
}

/// Effects of the user commands feature.
package enum UserCommandEffect: FeatureEffect {
    /// Ask which command of the user's to give the scan to.
    case ask(id: Int64)
    /// Give the scan to the command of this name; the user has said yes.
    case run(id: Int64, name: String)
    /// Run the command of this name for a place that was entered or left; the user has said yes in the settings.
    case runForPlace(Geofences.Event, name: String)
}

/// Effects of the rules feature.
package enum RuleEffect: FeatureEffect {
    /// Show which rule holds for the scan, and why the others do not.
    case tryOut(id: Int64)
}

/// Effects of the code screen feature.
package enum CodeEffect: FeatureEffect {
    /// Show the scan as a QR Code.
    case show(id: Int64)
    /// A text that is no scan.
    case showText(String, title: String)
}

/// The order of the list.
package enum HistoryOrder: String, Sendable, Hashable, CaseIterable {
    case newest = "time"
    case oldest
    case lastSeen = "last"
    case symbology, kind, content, quantity

    /// Whether scans are listed as they were made.
    package var isByTime: Bool { self == .newest || self == .oldest }

    /// How many rows of it are read at a time: orders that no index has are read as a whole for each page.
    package var pageRows: Int { isByTime || self == .symbology ? 300 : 3000 }

    package var title: String {
        switch self {
        case .newest: "newest first"
        case .oldest: "oldest first"
        case .lastSeen: "last seen first"
        case .symbology: "by symbology"
        case .kind: "by kind"
        case .content: "by content"
        case .quantity: "most first"
        }
    }
}

/// Which scans of the history are meant.
package enum HistoryScope: Sendable, Hashable {
    case all
    /// Those of these numbers, which the user has marked.
    case marked([Int64])
    /// Those in which every word of this is found.
    case found(String)
    case today
}

extension Effect {
    /// An effect of the history feature.
    package static func history(_ effect: HistoryEffect) -> Effect { .feature(effect) }
    /// An effect of the history columns feature.
    package static func column(_ effect: ColumnEffect) -> Effect { .feature(effect) }
    /// An effect of the deletion feature.
    package static func deletion(_ effect: DeletionEffect) -> Effect { .feature(effect) }
    /// An effect of the export feature.
    package static func export(_ effect: ExportEffect) -> Effect { .feature(effect) }
    /// An effect of the remarks feature.
    package static func remark(_ effect: RemarkEffect) -> Effect { .feature(effect) }
    /// An effect of the session feature.
    package static func session(_ effect: SessionEffect) -> Effect { .feature(effect) }
    /// An effect of the delivery feature.
    package static func delivery(_ effect: DeliveryEffect) -> Effect { .feature(effect) }
    /// An effect of the user commands feature.
    package static func command(_ effect: UserCommandEffect) -> Effect { .feature(effect) }
    /// An effect of the rules feature.
    package static func rule(_ effect: RuleEffect) -> Effect { .feature(effect) }
    /// An effect of the code screen feature.
    package static func code(_ effect: CodeEffect) -> Effect { .feature(effect) }
}
