import Services
import Doors
import Formats
import Foundation
import Payloads
import Screens

/// What is done by hand at the door, and what is told of it.
extension DoorFeature {
    /// Asks the store beside the loop, after what was shown at the door before: another program may be writing to it.
    private func ask<Value: Sendable>(
        holdsKeys: Bool = false, _ question: @escaping @Sendable (DoorStore) throws -> Value,
        then next: @escaping (Value) -> Void
    ) {
        guard let desk = doors.desk else { return }
        runJob(
            on: Self.doorQueue, holdsKeys: holdsKeys, if: { [self] in desk === doors.desk },
            { try question(desk.store) },
            failed: display.rejectAnswer, then: next)
    }

    /// Asks who stands at the door now: `n` and Enter is the other one of two people.
    func askChecker() {
        ask {
            try $0.checkers()
        } then: { [self] lately in
            let current = doors.checker
            let known = (doors.checkers + lately).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            guard known.contains(where: { $0 != current }) else { return perform(.door(.askCheckerName)) }
            let others = known.filter { $0 != current }.map { Pick.Option($0, $0) }
            let ours = current.isEmpty ? [] : [Pick.Option(current, current, detail: "checks now")]
            let another = Pick.Option("", "Someone else …", detail: "enter a name")
            pick("Who checks at the door?", others + ours + [another]) {
                [.door($0.isEmpty ? .askCheckerName : .setChecker($0))]
            }
        }
    }

    func setChecker(_ name: String) {
        let former = doors.checker
        doors.checker = String(name.trimmingCharacters(in: .whitespaces).prefix(60))
        // Whoever stood there before comes first in the next question.
        doors.checkers = [former, doors.checker].filter { !$0.isEmpty } + doors.checkers
        doors.checkers = Array(doors.checkers.prefix(20))
        model.door?.checker = doors.checker
        display.stack.acceptAnswer()
    }

    private static let guestQuestion = "Which guest?"

    /// Asks which guest is let in: each key finds others.
    func askGuest() {
        ask {
            try $0.guests(matching: "")
        } then: { [self] found in
            display.stack.ask(
                Pick(
                    title: Self.guestQuestion, hint: "Admits by hand. Type a name, number, seat or group.",
                    options: Self.options(found, ""), search: { [.door(.find($0))] }
                ) { [.door(.askAdmission(number: $0))] })
        }
    }

    /// Offers the guests that fit what is typed.
    func findGuests(_ typed: String) {
        ask(holdsKeys: true) {
            try $0.guests(matching: typed)
        } then: { [self] found in
            display.stack.offer(Self.options(found, typed), to: Self.guestQuestion, for: typed)
        }
    }

    /// The guests that were found; who is on no list is by what is typed.
    private static func options(_ found: [(guest: Guest, passages: Int)], _ typed: String) -> [Pick.Option] {
        var options = found.map { guest, passages in
            let facts = [guest.seat.map { "seat \($0)" }, guest.group, guest.note].compactMap { $0 }
            let state = guest.revoked.map { "revoked: \($0)" } ?? (passages > 0 ? "admitted \(passages)×" : nil)
            return Pick.Option(
                guest.number, guest.name ?? guest.number,
                detail: (facts + [state].compactMap { $0 }).joined(separator: ", "))
        }
        let words = typed.trimmingCharacters(in: .whitespaces)
        if !words.isEmpty, !found.contains(where: { $0.guest.number == words }) {
            options.append(Pick.Option(words, "Someone else: “\(words)”", detail: "not on the list"))
        }
        return options
    }

    func admit(_ number: String, _ reason: String) {
        guard let desk = doors.desk else { return }
        let (reason, checker) = (reason.trimmingCharacters(in: .whitespaces), doors.checker)
        runJob(on: Self.doorQueue) {
            try desk.admit(number, reason: reason, at: Timestamp(Date()), by: checker)
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] decision in
            display.stack.acceptAnswer()
            showSign(DoorSign(decision, at: Date(), clock: display.appearance.clock))
        }
    }

    func askUndo() {
        ask {
            let passages = try $0.lastPassages(limit: 50)
            return (passages, try $0.names(of: passages.map(\.earlier.number)))
        } then: { [self] passages, names in
            pickUndone(from: passages, names)
        }
    }

    private func pickUndone(from passages: [Passage], _ names: [String: String]) {
        guard !passages.isEmpty else { return show(Notice("Nobody has been admitted yet")) }
        let options = passages.map { passage in
            let (number, time) = (passage.earlier.number, passage.earlier.time.date)
            let name = names[number]
            return Pick.Option(
                number, "\(display.appearance.clock(time))  \(name ?? "ticket \(number)")",
                detail: (name == nil ? "" : "ticket \(number), ")
                    + "\(passage.isIn ? "in" : "out"), \(passage.earlier.door)")
        }
        pick("Undo which admission?", options) { [.door(.askUndoReason(number: $0))] }
    }

    func undo(_ number: String, _ reason: String) {
        guard let desk = doors.desk else { return }
        let (reason, checker) = (reason.trimmingCharacters(in: .whitespaces), doors.checker)
        runJob(on: Self.doorQueue) {
            try desk.undo(number, reason: reason, at: Timestamp(Date()), by: checker)
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] in
            display.stack.acceptAnswer()
            desk.beReady()
            endSign()
            count()
            show(Notice("Ticket \(number.onOneMarkedLine) may be used again"))
        }
    }

    // MARK: - Reports

    func showDoorCounts() {
        ask {
            (try $0.event().name, try DoorFigures($0, withLog: false))
        } then: { [self] name, figures in
            take(figures)
            display.push(ReportScreen(title: "\(name): counts", DoorCountsReport()))
        }
    }

    func showDoorLog() {
        ask {
            (try $0.event().name, try DoorFigures($0, withLog: true))
        } then: { [self] name, figures in
            take(figures)
            display.push(ReportScreen(title: "\(name): log, newest first", DoorLogReport()))
        }
    }
}
