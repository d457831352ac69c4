import Services
import Doors
import Foundation
import Screens
import Symbols
import Widgets

/// The door that is open on the screen: none, or one.
struct OpenDoor {
    /// What decides.
    var desk: DoorDesk?
    /// Whether somebody has said which door it is; nothing is decided before.
    var isChosen = false
    /// Codes that came into view while it was asked which door it is: they are decided when they are in view after that.
    var undecided: Set<[UInt8]> = []
    /// Who stands there.
    var checker = ""
    /// Who stood there since it was opened, the newest first.
    var checkers: [String] = []
    /// Until when what was decided is shown large.
    var signEnds: ContinuousClock.Instant?
    /// When the bell rings next, the soonest first.
    var bells: [ContinuousClock.Instant] = []

    /// How it stood with the ledger when the screen was told last.
    var ledger: LedgerState?

    var isOpen: Bool { desk != nil }
    /// Whether something is to be done soon.
    var isBusy: Bool { signEnds != nil || !bells.isEmpty }
}

/// A door that is being opened.
struct DoorOpeningUnderWay {
    /// Tells the answer to the newest opening from those that are outdated.
    var number = 0
    var isUnderWay = false
    /// Codes that came into view meanwhile: the new door decides about them.
    var held: [SymbolContent] = []
}

/// An event that is being typed or made.
struct NewEvent {
    /// What is typed, also after the screen was left; nil for nothing.
    var form: Form?
    /// Whether it is being made.
    var isUnderWay = false
}

extension DoorSign {
    /// What was decided, in the words and by the clock of people here.
    init(_ decision: DoorDecision, at time: Date, clock: (Date) -> String) {
        let verdict = decision.verdict
        let claim = decision.claim
        var lines: [String] = []
        switch verdict {
        case .alreadyUsed(let earlier): lines.append(Self.words(earlier, clock))
        case .seatTaken(let earlier): lines.append("by ticket \(earlier.number), \(Self.words(earlier, clock))")
        case .welcome(let admission), .goodbye(let admission):
            if let name = claim?.name { lines.append(name) }
            if admission.people > 1 { lines.append("\(admission.people) people") }
            if let group = claim?.group { lines.append(group) }
            if let times = admission.times, times > 1 { lines.append("\(admission.time) of \(times)") }
        default: if !verdict.detail.isEmpty { lines.append(verdict.detail) }
        }
        if let claim {
            if !verdict.isGood, let name = claim.name { lines.append(name) }
            lines.append("ticket \(claim.number)")
            lines += claim.remarks
        }
        if decision.isAlone, verdict.isGood { lines.append("offline: other doors were not asked") }
        let sign = verdict.kind.sign
        self.init(
            sign.outcome, figure: sign.figure, word: sign.word, seat: claim?.seat, lines: lines, note: claim?.note,
            time: time, ticket: claim?.number ?? "")
    }

    private static func words(_ earlier: EarlierAdmission, _ clock: (Date) -> String) -> String {
        let by = earlier.checker.isEmpty ? "" : " by \(earlier.checker)"
        return "at \(clock(earlier.time.date)), \(earlier.door)\(by)"
    }
}
