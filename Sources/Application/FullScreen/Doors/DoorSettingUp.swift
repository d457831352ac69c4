import Services
import Doors
import Files
import Formats
import Foundation
import Screens
import Tickets

/// Making events, and opening and closing their doors.
extension DoorFeature {
    private struct Opened: Sendable {
        let desk: DoorDesk
        /// What is wrong with it, in a line; nil for nothing.
        let problem: String?
    }

    /// Opens the door of an event, beside the loop: another program may hold its file, or it is of an older version.
    func openDoor(_ name: String, door: String?) {
        // The demo's codes would be in the door's log.
        guard !(scanning.source.isDemo && scanning.source.standsIn) else {
            return warn("No camera found: plug one in before you open a door")
        }
        opening.number += 1
        opening.isUnderWay = true
        let number = opening.number
        jobs.run(on: Self.doorQueue, holdsKeys: true) {
            let store = try DoorFolder.open(name)
            let desk = try DoorFolder.desk(store, door: door)
            return Opened(desk: desk, problem: Self.problem(of: desk, guests: try store.guestCount()))
        } then: { [self] (result: Result<Opened, any Error>) in
            guard number == opening.number else {
                // Another was opened since, or it was left.
                if case .success(let opened) = result { close(opened.desk) }
                return
            }
            let (held, isFirst) = (opening.held, !doors.isOpen)
            (opening.isUnderWay, opening.held) = (false, [])
            switch result {
            case .success(let opened): show(opened, asksDoor: door == nil)
            case .failure(let error): warn("\(error)")
            }
            held.forEach(decide)
            // A still picture shows nothing new: what was in view before is shown to the door that opens. Of another door of the
            // event it was a moment ago, and would be used already.
            guard isFirst else { return }
            for content in inView where !held.contains(content) { decide(content) }
        }
    }

    private func show(_ opened: Opened, asksDoor: Bool) {
        let (desk, isNew) = (opened.desk, !doors.isOpen)
        doors.isChosen = !asksDoor || desk.event.doors.count <= 1
        if let before = doors.desk { close(before) }
        doors.desk = desk
        doors.ledger = nil
        var shown = DoorModel(event: desk.event.name, door: doors.isChosen ? desk.door : nil)
        shown.checker = doors.checker
        shown.problem = opened.problem
        model.door = shown
        count()
        if isNew { display.push(DoorScreen()) }
        if !doors.isChosen { askDoor() }
    }

    private func close(_ desk: DoorDesk) {
        jobs.run(on: Self.doorQueue) {
            desk.close()
        } then: { _ in
        }
    }

    func closeDoor() {
        if let desk = doors.desk { close(desk) }
        doors = OpenDoor()
        opening.number += 1
        (opening.isUnderWay, opening.held) = (false, [])
        model.door = nil
        model[DoorFigures?.self] = nil
    }

    /// Shows the form of a new event, as it was left.
    func askNewEvent() {
        let screen = newEvent.form.map { DoorSetupScreen($0) }
        display.push(screen ?? DoorSetupScreen(begins: DoorTime.text(Date() + 3600)))
    }

    /// What is wrong with a door, in a line; nil for nothing.
    static func problem(of desk: DoorDesk, guests: Int) -> String? {
        remark(on: desk.event, desk.ring, guests) ?? desk.problems.first ?? desk.remark(guests: guests)
    }

    /// What keeps every ticket out, in a line.
    static func remark(on event: DoorEvent, _ ring: TicketKeyRing, _ guests: Int) -> String? {
        let keys = ring.limited(to: event.keys).keys
        if event.needsList, guests == 0 { return "Only listed guests are admitted, and the guest list is empty" }
        if keys.isEmpty, guests == 0, event.foreign.isEmpty {
            return "There is no key and no guest list: tickets cannot be checked"
        }
        return nil
    }

    /// Why there is no other door to choose, in a line that names the only one; nil if there is a choice.
    static func remark(onOnlyDoorOf event: DoorEvent) -> String? {
        guard event.doors.count <= 1 else { return nil }
        return "\(event.name.onOneMarkedLine) has only one door: \((event.doors.first ?? "").onOneMarkedLine)"
    }

    static let doorQuestion = "Which door is this?"

    func askDoor() {
        guard let desk = doors.desk else { return }
        let path = desk.store.path
        if let remark = Self.remark(onOnlyDoorOf: desk.event) { return show(Notice(remark)) }
        let current = doors.isChosen ? desk.door : nil
        pick(Self.doorQuestion, desk.event.doors.map { .init($0, $0) }, selected: current) {
            [.door(.open(event: path, door: $0))]
        }
    }

    func makeEvent(_ request: DoorRequest) throws {
        var event = DoorEvent(name: request.name)
        if !request.begins.isEmpty {
            guard let time = DoorTime.time(request.begins) else {
                throw UserError("“\(request.begins)” is not a time: \(DoorTime.advice(on: request.begins))")
            }
            event.begins = time
        }
        (event.opensBefore, event.closesAfter) = (request.before * 60, request.after * 60)
        event.admission = AdmissionRule(request.admission) ?? .once
        event.groups = request.isOneByOne ? .oneByOne : .together
        (event.seatsAreUnique, event.needsList) = (!request.sharesSeats, request.needsList)
        if let problem = DoorEvent.problem(with: request.doors) ?? ForeignTicket.problem(with: request.accept) {
            throw UserError(problem)
        }
        (event.doors, event.keys) = (request.doors, request.keys)
        event.foreign = Set(request.accept.compactMap(ForeignTicket.init))
        if !request.flight.isEmpty {
            guard let flight = DoorEvent.Flight(request.flight) else { throw UserError(DoorEvent.Flight.help) }
            event.flight = flight
        }
        event.ledger = request.ledger.isEmpty ? nil : request.ledger
        make(event, list: request.list)
    }

    /// Makes an event beside the loop, and opens its door: a list may be long.
    private func make(_ event: DoorEvent, list: String) {
        guard !newEvent.isUnderWay else { return }
        newEvent.isUnderWay = true
        let working = Notice("Creating the event …", isUnderWay: true)
        show(working, seconds: 600)
        let checker = doors.checker
        runJob(on: Self.doorQueue, isWork: true) {
            // The list is looked at before anything is made.
            let guests = try list.isEmpty ? nil : Self.guests(UserFolders.expanded(list))
            let store = try DoorFolder.make(event)
            if let guests {
                _ = try store.take(at: Timestamp(Date()), by: checker) { take in try guests.guests.forEach(take) }
            }
            return (store.path, DoorFolder.missing(keys: event.keys), guests?.summary.remarks ?? [])
        } failed: { [self] problem in
            newEvent.isUnderWay = false
            hide(working)
            warn("\(problem)")
        } then: { [self] path, missing, remarks in
            newEvent.isUnderWay = false
            hide(working)
            newEvent.form = nil
            guard display.stack.shows(.doorSetup) else { return show(Notice("\(event.name) created")) }
            display.stack.pop()
            if let missing { warn(missing, seconds: 12) }
            perform(.door(.open(event: path, door: nil)))
            if let remark = remarks.first { warn(remark, seconds: 12) }
        }
    }

    func takeList(_ path: String) {
        guard let desk = doors.desk else { return }
        let checker = doors.checker
        runJob(on: Self.doorQueue, isWork: true) {
            // It is looked at whole before anything is changed.
            let (guests, summary) = try Self.guests(
                UserFolders.expanded(path.trimmingCharacters(in: .whitespaces)))
            let taken = try desk.store.take(at: Timestamp(Date()), by: checker) { take in try guests.forEach(take) }
            desk.ledger?.exchangeSoon()
            return (taken, summary)
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] taken, summary in
            display.stack.acceptAnswer()
            count()
            let turnedAway = summary.revoked > 0 ? ", \(summary.revoked) of them revoked" : ""
            show(Notice("\(taken.new) new, \(taken.known) updated\(turnedAway)"))
            if let remark = summary.remarks.first { warn(remark, seconds: 12) }
        }
    }

    static func guests(_ path: String) throws -> (guests: [Guest], summary: GuestListSummary) {
        // A longer list is taken in piece by piece, on the command line.
        let table = try GuestTable(UserFile.pieces(of: path, instead: "use `quietzone door import`"))
        var guests: [Guest] = []
        let summary = try table.forEach { guests.append($0) }
        return (guests, summary)
    }
}
