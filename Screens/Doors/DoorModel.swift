import Doors
import Foundation
import Widgets

/// What a door's screen shows, beside the picture.
package struct DoorModel: OptionalModelPart, Hashable {
    package var event: String
    /// Which door it is; nil until somebody has said: nothing is decided before.
    package var door: String?
    /// Who stands there; empty if nobody said.
    package var checker = ""
    /// People who are inside, codes that were turned away, tickets on the guest list.
    package var inside = 0, refused = 0, guests = 0
    /// How it stands with the ledger that doors share: `shared`, `ALONE: 3 to merge`; nil if there is none.
    package var sharing: String?
    /// Whether the doors cannot ask each other.
    package var isAlone = false
    /// Passages whose ticket or seat had been let in at another door already.
    package var twice = 0
    /// What was decided last and is shown large; nil when the door is ready.
    package var sign: DoorSign?
    /// What was decided before, the newest first.
    package var recent: [DoorSign] = []
    /// What is wrong with the ledger, in a line: why it cannot be reached, clocks that differ; nil for nothing.
    package var ledgerProblem: String?
    /// Why nothing can be decided, or what else must be known, in a line; nil for nothing.
    package var problem: String?

    package init(event: String, door: String?) { (self.event, self.door) = (event, door) }
}

/// What was decided about a code, for people.
package struct DoorSign: Sendable, Hashable {
    /// What is to be done.
    package var outcome: DoorOutcome
    /// What is drawn besides the word.
    package var figure: DoorFigure
    /// In large letters: `WELCOME`.
    package var word: String
    /// The seat, large where there is room; nil if there is none.
    package var seat: String?
    /// More of it, a line each, the most important first.
    package var lines: [String]
    /// What the person at the door must see: `wheelchair`; nil for nothing.
    package var note: String?
    package var time: Date
    /// The ticket's number; empty if there is none.
    package var ticket: String

    /// A sign, by default with the figure of its outcome.
    package init(
        _ outcome: DoorOutcome, figure: DoorFigure? = nil, word: String, seat: String? = nil, lines: [String] = [],
        note: String? = nil, time: Date,
        ticket: String = ""
    ) {
        self.figure = figure ?? outcome.signal.figure
        (self.outcome, self.word, self.seat, self.lines) = (outcome, word, seat, lines)
        (self.note, self.time, self.ticket) = (note, time, ticket)
    }
}

/// Effects of the door feature.
package enum DoorEffect: FeatureEffect {
    /// Open the door of an event, by the name of its file; nil for its first door.
    case open(event: String, door: String?)
    /// Ask for what a new event needs.
    case askNew
    /// Keep what is typed for a new event.
    case typed(Form)
    case make(DoorRequest)
    /// Be ready for the next code at once.
    case ready
    /// Ask who stands at the door, of those who did before.
    case askChecker
    /// Ask for the name of somebody else.
    case askCheckerName
    case setChecker(String)
    /// Ask which guest is admitted by hand.
    case askGuest
    /// Offer the guests that have all these words.
    case find(String)
    /// Ask why a guest is let in by hand.
    case askAdmission(number: String)
    /// Let a guest in by hand.
    case admit(number: String, reason: String)
    case askList
    case takeList(path: String)
    /// Ask which admission to take back.
    case askUndo
    case askUndoReason(number: String)
    /// Take a ticket's last admission back.
    case undo(number: String, reason: String)
    case showCounts
    case showLog
    /// Ask which door of the event this is.
    case askDoor
    case close
}

/// An event that is to be made, as it was typed.
package struct DoorRequest: Sendable, Hashable {
    package var name: String
    /// `2026-12-24 19:30`; empty for none.
    package var begins: String
    /// Minutes before the time.
    package var before: Int
    /// Minutes after it.
    package var after: Int
    /// `once`, `in-and-out`, or a number.
    package var admission: String
    /// Whether the people of a ticket go in one by one.
    package var isOneByOne: Bool
    /// Whether several tickets may have a seat.
    package var sharesSeats: Bool
    /// Whether only tickets on the guest list are let in.
    package var needsList: Bool
    package var doors: [String]
    /// The file of the guest list; empty for none.
    package var list: String
    /// The ids of the keys whose tickets count; empty for all.
    package var keys: [String]
    /// The kinds of third-party tickets that are let in, by their names: `hc1`.
    package var accept: [String]
    /// The flight of boarding passes that are let in: `LH400@326`; empty for none.
    package var flight: String
    /// Where doors share what was let in, as libpq takes it; empty for this machine alone.
    package var ledger: String
}

extension Effect {
    /// An effect of the door feature.
    package static func door(_ effect: DoorEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    /// The door that is open; nil if none is.
    package var door: DoorModel? {
        get { self[DoorModel?.self] }
        set { self[DoorModel?.self] = newValue }
    }
}
