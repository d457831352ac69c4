import Inventory
import Surface

/// What scans do on an inventory server, and what came of it.
package struct InventoryModel: ModelPart {
    /// What each scan does; nil while scans only go to the history.
    package var mode: InventoryMode?
    /// How many, or how much, the next scan stands for; nil for one.
    package var quantity: String?
    /// What waits, failed, is in doubt, or is not known there, of all servers, the newest first.
    package var open: [InventoryAct] = []
    /// Acts of this run that can be undone, the newest last, at most `maximumUndoable`.
    package var undoable: [InventoryAct] = []
    /// Whether the history that is listed is the one that scans go to: other histories have the same numbers.
    package var listsScans = true
    /// Whether the newest thing that can be undone is an act, and not a deletion.
    package var isUndoneNext = false
    /// Whether an act can be undone.
    package var canUndo: Bool { !undoable.isEmpty }
    /// The newest act of a scan, by the scan's number.
    private var acts: [Int64: InventoryAct] = [:]
    /// The scan of an act, by the act's number.
    private var scans: [Int64: Int64] = [:]

    /// The most scans whose acts are remembered; beyond that all are forgotten.
    private static let maximumScans = 5000

    package init() {}

    package var statusWords: [String] {
        let next = quantity.map { " ×\($0)" } ?? ""
        let waiting = open.count { [.waiting, .sending].contains($0.state) }
        let doubtful = open.count { $0.state == .doubtful }
        // One text: where there is no room for all of it, what scans do stays.
        let words =
            (mode.map { ["\($0.server): \($0.title)\(next)"] } ?? [])
            + (waiting == 0 ? [] : ["\(waiting) to send"]) + (doubtful == 0 ? [] : ["\(doubtful) in doubt"])
        return words.isEmpty ? [] : [words.joined(separator: ", ")]
    }

    /// Acts that a key can undo.
    private static let maximumUndoable = 200

    /// What came of a scan of this run; nil where it has done nothing.
    package subscript(scan scan: Int64) -> InventoryAct? { acts[scan] }

    /// What came of the scan of a row that is listed; nil where it has done nothing.
    package subscript(row row: Int64) -> InventoryAct? { listsScans ? acts[row] : nil }

    /// The scan of an act; nil where it is none of this run.
    package func scan(of act: Int64) -> Int64? { scans[act] }

    /// A scan has asked for `act`.
    package mutating func add(_ act: InventoryAct, scan: Int64) {
        if acts.count >= Self.maximumScans { (acts, scans) = ([:], [:]) }
        (acts[scan], scans[act.id]) = (act, scan)
    }

    /// `act` can be undone, and is the newest thing that can.
    package mutating func addUndoable(_ act: InventoryAct) {
        if undoable.count >= Self.maximumUndoable { undoable.removeFirst() }
        undoable.append(act)
        isUndoneNext = true
    }

    /// Shows what became of an act beside its scan, where no newer act of that scan is.
    package mutating func change(_ act: InventoryAct) {
        guard let scan = scans[act.id], acts[scan]?.id == act.id else { return }
        acts[scan] = act
    }
}

/// What scans do on a server.
package struct InventoryMode: Sendable, Hashable {
    /// The server's name in the settings.
    package var server: String
    /// The action's name in the server's profile.
    package var action: String
    /// What people call it.
    package var title: String
    /// Values of its fields.
    package var values: [String: String]
    /// What is asked before each act; nil to do it at once.
    package var confirmation: String?

    package init(
        server: String, action: String, title: String, values: [String: String] = [:], confirmation: String? = nil
    ) {
        (self.server, self.action, self.title) = (server, action, title)
        (self.values, self.confirmation) = (values, confirmation)
    }
}

/// Effects of the inventory feature.
package enum InventoryEffect: FeatureEffect {
    /// Ask what scans do on the server of this name.
    case ask(server: String)
    /// Do this with each scan from now on, or with one code at once; what it needs and the settings lack is asked for.
    case choose(server: String, action: String, values: [String: String], code: String?)
    /// Scans only go to the history again.
    case stop
    /// Do this with a code; the user has said yes. For the scan of this number; nil for none.
    case act(InventoryMode, code: String, quantity: String, scan: Int64?)
    /// Ask for the quantity of the next scan.
    case askQuantity
    /// A digit of it was typed.
    case digit(Character)
    /// It was typed as a whole.
    case setQuantity(String)
    /// Take back the newest act.
    case undo
    /// Show what is open on the server of this name.
    case askOpen(server: String)
    /// Ask what to do about an act.
    case askAbout(InventoryAct)
    case retry(InventoryAct)
    case drop(InventoryAct)
}

extension Effect {
    /// An effect of the inventory feature.
    package static func inventory(_ effect: InventoryEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    package var inventory: InventoryModel {
        get { self[InventoryModel.self] }
        set { self[InventoryModel.self] = newValue }
    }
}

extension Command {
    package static let inventory = Command("inventory")
}

extension InventoryAct {
    /// What came of it beside its scan, in a few words: `Milk, now 3`.
    package var answer: String {
        let because = reason.map { ": \($0)" } ?? ""
        return switch state {
        case .waiting, .sending: "waiting for \(request.server)" + because
        case .done:
            if name == nil, amount == nil, reason == nil {
                "done"
            } else {
                [name, amount.map { "now \($0)" }, reason].compactMap { $0 }.joined(separator: ", ")
            }
        case .unknown: "not known to \(request.server)" + because
        case .failed: "failed" + because
        case .doubtful: "in doubt" + because
        case .undone: "undone"
        case .dropped: "dropped"
        }
    }

    /// How it is shown.
    var role: Role {
        switch state {
        case .done: .good
        case .unknown, .failed, .doubtful: .warning
        case .waiting, .sending, .undone, .dropped: .faint
        }
    }

    /// `consume ×2: Milk, now 3`.
    package var line: String {
        let times = request.quantity == "1" ? "" : " ×\(request.quantity)"
        return "\(request.action)\(times): \(answer)"
    }
}
