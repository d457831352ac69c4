import Services
import Doors
import Foundation
import Screens
import Widgets

/// The door that is open on the screen: none, or one.
struct OpenDoor {
    /// What decides.
    var desk: DoorDesk?
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

    /// Whether a door is open.
    var isOpen: Bool { desk != nil }
    /// Whether something is to be done soon.
    var isBusy: Bool { signEnds != nil || !bells.isEmpty }

    /// How long what was decided is shown, where no other code comes.
    static func time(of outcome: DoorSign.Outcome) -> Duration {
        switch outcome {
        case .enter, .leave: .seconds(4)
        // Somebody has to be told why.
        case .invalid, .used, .time, .failed: .seconds(8)
        }
    }

    /// Milliseconds after which the bell rings: a pattern for each outcome.
    static func pattern(of outcome: DoorSign.Outcome) -> [Int] {
        switch outcome {
        case .enter: [0]
        case .leave: [0, 500]
        case .used: [0, 150, 300]
        case .time: [0, 150, 600]
        case .invalid, .failed: [0, 150, 300, 450, 600]
        }
    }
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
        if decision.isAlone, verdict.isGood { lines.append("alone: the other doors were not asked") }
        self.init(
            Self.outcome(of: verdict), figure: Self.figure(of: verdict.kind), word: verdict.kind.word,
            seat: claim?.seat, lines: lines, note: claim?.note,
            time: time, ticket: claim?.number ?? "")
    }

    private static func words(_ earlier: EarlierAdmission, _ clock: (Date) -> String) -> String {
        let by = earlier.checker.isEmpty ? "" : " by \(earlier.checker)"
        return "at \(clock(earlier.time.date)), \(earlier.door)\(by)"
    }

    static func figure(of kind: DoorVerdict.Kind) -> DoorFigure {
        switch kind {
        case .welcome: .check
        case .goodbye: .arrow
        case .notATicket: .cross
        case .wrongFormat: .page
        case .wrongSignature: .seal
        case .unknownKey: .key
        case .otherEvent: .calendar
        case .revoked: .barred
        case .notOnList: .list
        case .notValidNow: .hourglass
        case .tooEarly: .fullHourglass
        case .tooLate: .emptyHourglass
        case .alreadyUsed: .twice
        case .seatTaken: .chair
        }
    }

    private static func outcome(of verdict: DoorVerdict) -> Outcome {
        switch verdict {
        case .welcome: .enter
        case .goodbye: .leave
        case .alreadyUsed, .seatTaken: .used
        case .tooEarly, .tooLate, .notValidNow: .time
        case .notATicket, .wrongFormat, .wrongSignature, .unknownKey, .otherEvent, .revoked, .notOnList: .invalid
        }
    }
}
