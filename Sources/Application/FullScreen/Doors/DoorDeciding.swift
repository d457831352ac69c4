import Services
import Dispatch
import Formats
import Foundation
import Screens
import Symbols

/// Deciding about what is shown at the door, and telling it.
extension DoorFeature {
    /// Decides about a code that came into view.
    func decide(_ content: SymbolContent) {
        if opening.isUnderWay {
            // Once, however many frames show it until the door is open.
            doors.undecided.remove(content.bytes)
            return opening.held.append(content)
        }
        guard let desk = doors.desk else { return }
        guard !isAskingDoor else {
            doors.undecided.insert(content.bytes)
            return
        }
        doors.undecided.remove(content.bytes)
        let checker = doors.checker
        runJob(on: Self.doorQueue, if: { [self] in desk === doors.desk }) {
            try desk.show(content, at: Timestamp(Date()), by: checker, isLive: true)
        } failed: { [self] error in
            // What is not kept lets nobody in.
            LogFile.write("door: \(error)")
            showSign(DoorSign(.failed, word: "NOT DECIDED", lines: ["\(error)"], time: Date()))
        } then: { [self] decision in
            if let decision { showSign(DoorSign(decision, at: Date(), clock: display.appearance.clock)) }
        }
    }

    /// One after the other, in the order in which they were shown.
    static let doorQueue = DispatchQueue(label: "quietzone.door", qos: .userInteractive)

    /// Codes that stay in front of the camera are not new ones when they are lost for a moment. Those that come back while it is asked
    /// which door it is are decided after that.
    func keepInView(_ contents: [SymbolContent]) {
        guard let desk = doors.desk else { return }
        let back = desk.inView(contents.map(\.bytes), at: Timestamp(Date())).union(doors.undecided)
        for content in contents where back.contains(content.bytes) { decide(content) }
    }

    /// Whether it is not known which door this is, or may be another in a moment.
    var isAskingDoor: Bool { !doors.isChosen || display.stack.asks(Self.doorQuestion) }

    func showSign(_ sign: DoorSign) {
        model.door?.sign = sign
        if let door = model.door { model.door?.recent = Array(([sign] + door.recent).prefix(8)) }
        let now = app.now
        let signal = sign.outcome.signal
        if !signal.isGood { display.notify("Door: \(sign.word)", orRing: false) }
        doors.signEnds = now + .seconds(signal.seconds)
        doors.bells = signal.bells.map { now + .milliseconds($0) }
        count()
        advance(at: now)
        display.needsDrawing = true
    }

    /// Brings what is shown of the store up to date: the counts, and the log where it is shown.
    func count() {
        guard let desk = doors.desk else { return }
        let showsLog = display.stack.shows(.report) && model[DoorFigures?.self]?.log != nil
        runJob(on: Self.doorQueue, if: { [self] in desk === doors.desk }) {
            try DoorFigures(desk.store, withLog: showsLog)
        } failed: { _ in
        } then: { [self] figures in
            take(figures)
            model.door?.problem = Self.problem(of: desk, guests: figures.counts.guests)
        }
    }

    func take(_ figures: DoorFigures) {
        model[DoorFigures?.self] = figures
        model.door?.inside = figures.counts.inside
        model.door?.refused = figures.counts.refused
        model.door?.guests = figures.counts.guests
    }

    /// Rings, and makes the door ready again, when it is time.
    func advance(at now: ContinuousClock.Instant) {
        if let bell = doors.bells.first, bell <= now {
            doors.bells.removeFirst()
            display.terminal.ring(times: 1)
        }
        if let end = doors.signEnds, end <= now { endSign() }
        lookAtLedger()
    }

    /// Says how it stands with the other doors, and what they did.
    private func lookAtLedger() {
        guard let desk = doors.desk, let state = desk.ledger?.state, state != doors.ledger else { return }
        let before = doors.ledger
        doors.ledger = state
        model.door?.twice = state.twice
        model.door?.sharing = state.words
        model.door?.isAlone = state.isAlone
        model.door?.ledgerProblem = state.problemWords
        if state.changes != before?.changes { count() }
        display.needsDrawing = true
    }

    func endSign() {
        doors.signEnds = nil
        model.door?.sign = nil
        display.needsDrawing = true
    }
}
