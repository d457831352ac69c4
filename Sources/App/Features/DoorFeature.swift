import Doors
import Files
import Foundation
import Payloads
import Screens
import Surface
import Symbols
import Tickets

extension Command {
    static let openDoor = Command("door")
}

/// Checking tickets at the door of an event.
extension Feature {
    static let door = Feature(
        "Door",
        contexts: [.door, .doorSetup],
        [
            FeatureCommand(
                .openDoor, .on([.scanner]), [.control("e")], "Check tickets at the door of an event"
            ) { $0.askEvent() },
            FeatureCommand(
                onScreen: .back, .on([.door]), [.escape], label: "close", "Close the door (asks first)"),
            FeatureCommand(
                onScreen: .doorReady, .on([.door]), [.character(" "), .enter], label: "ready",
                "Take the next ticket at once"),
            FeatureCommand(
                onScreen: .doorGuest, .on([.door]), [.character("a")], label: "admit",
                "Find a guest by name and let somebody in by hand"),
            FeatureCommand(
                onScreen: .doorUndo, .on([.door]), [.character("u")], label: "undo",
                "Take an admission back, with a reason"),
            FeatureCommand(
                onScreen: .doorChecker, .on([.door]), [.character("n")], label: "name", "Say who stands at the door"),
            FeatureCommand(
                onScreen: .doorChange, .on([.door]), [.character("d")], label: "door", "Take another door of the event"),
            FeatureCommand(
                onScreen: .doorCounts, .on([.door]), [.character("%")], label: "counts",
                "Show how many went in, by door and quarter of an hour"),
            FeatureCommand(
                onScreen: .doorLog, .on([.door]), [.character("l")], label: "log", "Show what was shown and done"),
            FeatureCommand(
                onScreen: .back, .on([.doorSetup]), [.escape], label: "back", "Go back to the screen before"),
            FeatureCommand(
                onScreen: .makeEvent, .on([.doorSetup]), [.enter], label: "make", "Make the event and open its door"),
        ])
}

extension ScannerApp {
    // MARK: - Opening

    /// Asks for the event.
    func askEvent() {
        let names = DoorFolder.names
        let options =
            names.map { Pick.Option($0, $0) } + [Pick.Option("", "New event …", detail: "its rules and its guest list")]
        display.stack.ask(
            Pick(title: "The door of which event?", options: options, selected: names.first) { name in
                [.door(name.isEmpty ? .askNew : .open(event: name, door: nil))]
            })
    }

    /// Begins with a door.
    func begin(at opening: DoorOpening) {
        doors.checker = opening.checker
        perform(.door(.open(event: opening.event, door: opening.door)))
    }

    /// Does what the door's screens ask for.
    func perform(_ effect: DoorEffect) throws {
        switch effect {
        case .open(let event, let door): try openDoor(event, door: door)
        case .askNew: display.stack.push(DoorSetupScreen(begins: DoorTime.text(Date() + 3600)))
        case .make(let request): try makeEvent(request)
        case .ready:
            // Whoever shows the same ticket now shows it once more.
            doors.desk?.beReady()
            endSign()
        case .askChecker:
            display.stack.ask(
                Prompt(
                    title: "Who stands at the door?",
                    hint: "The log keeps the name with all that is decided from now on.",
                    text: doors.checker, content: .text
                ) { [.door(.setChecker($0))] })
        case .setChecker(let name):
            doors.checker = String(name.trimmingCharacters(in: .whitespaces).prefix(60))
            model.door?.checker = doors.checker
            display.stack.acceptAnswer()
        case .askGuest:
            display.stack.ask(
                Prompt(
                    title: "Which guest?", hint: "Words of the name, the number, the seat or the group.", text: "",
                    content: .text
                ) { [.door(.find($0))] })
        case .find(let words): try showGuests(words)
        case .askAdmission(let number):
            display.stack.ask(
                Prompt(
                    title: "Let in by hand: why?", hint: "The log keeps it: “phone is empty”.", text: "", content: .text
                ) {
                    [.door(.admit(number: number, reason: $0))]
                })
        case .admit(let number, let reason): admit(number, reason)
        case .askUndo: try askUndo()
        case .askUndoReason(let number):
            display.stack.ask(
                Prompt(title: "Taken back: why?", hint: "The log keeps it.", text: "", content: .text) {
                    [.door(.undo(number: number, reason: $0))]
                })
        case .undo(let number, let reason): undo(number, reason)
        case .showCounts: try showDoorCounts()
        case .showLog: try showDoorLog()
        case .askDoor: askDoor()
        case .close:
            doors = OpenDoor()
            model.door = nil
        }
        display.needsDrawing = true
    }

    /// Opens the door of an event.
    ///
    /// - Throws: a line that says why it cannot be opened.
    func openDoor(_ name: String, door: String?) throws {
        let store = try DoorFolder.open(name)
        let (desk, problems) = try DoorFolder.desk(store, door: door)
        let isNew = !doors.isOpen
        doors.desk = desk
        var shown = DoorModel(event: desk.event.name, door: desk.door)
        shown.checker = doors.checker
        shown.problem = Self.remark(on: desk.event, DoorFolder.keys.ring, try store.guestCount()) ?? problems.first
        model.door = shown
        countAtDoor()
        if isNew { display.stack.push(DoorScreen()) }
        if isNew, door == nil, desk.event.doors.count > 1 { askDoor() }
    }

    /// What keeps every ticket out, in a line.
    private static func remark(on event: DoorEvent, _ ring: TicketKeyRing, _ guests: Int) -> String? {
        let keys = ring.limited(to: event.keys).keys
        if event.needsList, guests == 0 { return "Only guests on the list are let in, and it is empty" }
        if keys.isEmpty, guests == 0, event.foreign.isEmpty {
            return "There is neither a key nor a guest list: no ticket can be checked"
        }
        return nil
    }

    private func askDoor() {
        guard let desk = doors.desk, let name = desk.store.path.split(separator: "/").last else { return }
        let path = desk.store.path
        guard desk.event.doors.count > 1 else { return show(Notice("\(desk.event.name) has one door: \(name)")) }
        display.stack.ask(
            Pick(
                title: "Which door is this?", options: desk.event.doors.map { .init($0, $0) }, selected: desk.door
            ) { [.door(.open(event: path, door: $0))] })
    }

    private func makeEvent(_ request: DoorRequest) throws {
        var event = DoorEvent(name: request.name)
        if !request.begins.isEmpty {
            guard let time = DoorTime.time(request.begins) else {
                throw Trouble("“\(request.begins)” is no time: write it as 2026-12-24 19:30")
            }
            event.begins = time
        }
        (event.opensBefore, event.closesAfter) = (request.before * 60, request.after * 60)
        switch request.admission {
        case "in-and-out": event.admission = .inAndOut
        default: event.admission = Int(request.admission).map { .times($0) } ?? .once
        }
        event.groups = request.isOneByOne ? .oneByOne : .together
        (event.seatsAreUnique, event.needsList) = (!request.sharesSeats, request.needsList)
        event.doors = request.doors
        // The list is looked at before anything is made.
        let guests = try request.list.isEmpty ? nil : Self.guests(UserFolders.expanded(request.list))
        let store = try DoorFolder.make(event)
        if let guests {
            _ = try store.take(at: Timestamp(Date()), by: doors.checker) { take in try guests.forEach(take) }
        }
        display.stack.pop()
        try openDoor(store.path, door: nil)
    }

    private static func guests(_ path: String) throws -> [Guest] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.read(path, atMost: 64 << 20) } catch {
            switch error {
            case .notRegular: throw Trouble("\(path.onOneMarkedLine) is no file: name the guest list")
            case .error(let code): throw Trouble("\(path.onOneMarkedLine): \(String(cString: strerror(code)))")
            }
        }
        var isRead = false
        let table = try GuestTable {
            defer { isRead = true }
            return isRead ? nil : bytes
        }
        var guests: [Guest] = []
        try table.forEach { guests.append($0) }
        return guests
    }

    // MARK: - Deciding

    /// Decides about a code that came into view.
    func showAtDoor(_ content: SymbolContent) {
        guard let desk = doors.desk else { return }
        let checker = doors.checker
        jobs.run(on: Self.doorQueue) {
            try desk.show(content, at: Timestamp(Date()), by: checker, isLive: true)
        } then: { [self] (result: Result<DoorDecision?, any Error>) in
            guard desk === doors.desk else { return }
            switch result {
            case .success(nil): return
            case .success(let decision?):
                take(DoorSign(decision, at: Date(), clock: display.appearance.clock))
            case .failure(let error):
                // What is not kept lets nobody in.
                LogFile.write("door: \(error)")
                take(DoorSign(.failed, word: "NOT DECIDED", lines: ["\(error)"], time: Date()))
            }
        }
    }

    /// One after the other, in the order in which they were shown.
    private static let doorQueue = DispatchQueue(label: "quietzone.door", qos: .userInteractive)

    /// Codes that stay before the camera are no new ones when they are lost for a moment.
    func keepAtDoor(_ codes: [[UInt8]]) { doors.desk?.stillShown(codes, at: Timestamp(Date())) }

    private func take(_ sign: DoorSign) {
        model.door?.sign = sign
        if let door = model.door { model.door?.recent = Array(([sign] + door.recent).prefix(8)) }
        let now = ContinuousClock.now
        doors.signEnds = now + OpenDoor.time(of: sign.outcome)
        doors.bells = OpenDoor.pattern(of: sign.outcome).map { now + .milliseconds($0) }
        countAtDoor()
        advanceDoor()
        display.needsDrawing = true
    }

    private func countAtDoor() {
        guard let desk = doors.desk else { return }
        jobs.run(on: Self.doorQueue) {
            try desk.store.counts()
        } then: { [self] (result: Result<DoorCounts, any Error>) in
            guard desk === doors.desk, case .success(let counts) = result else { return }
            model.door?.inside = counts.inside
            model.door?.refused = counts.refused
            model.door?.guests = counts.guests
            display.needsDrawing = true
        }
    }

    /// Rings, and makes the door ready again, when it is time.
    func advanceDoor() {
        let now = ContinuousClock.now
        if let bell = doors.bells.first, bell <= now {
            doors.bells.removeFirst()
            display.terminal.ring(times: 1)
        }
        if let end = doors.signEnds, end <= now { endSign() }
    }

    private func endSign() {
        doors.signEnds = nil
        model.door?.sign = nil
        display.needsDrawing = true
    }

    // MARK: - By hand

    private func showGuests(_ words: String) throws {
        guard let desk = doors.desk else { return }
        let found = try desk.store.guests(matching: words)
        guard !found.isEmpty else { return rejectAnswer(Trouble("Nobody on the list has “\(words.onOneMarkedLine)”")) }
        display.stack.acceptAnswer()
        display.stack.ask(
            Pick(
                title: "Let in by hand", hint: "It asks why.",
                options: found.map { guest, passages in
                    let facts = [guest.seat.map { "seat \($0)" }, guest.group, guest.note].compactMap { $0 }
                    let state =
                        guest.revoked.map { "revoked: \($0)" } ?? (passages > 0 ? "went through \(passages)×" : nil)
                    return Pick.Option(
                        guest.number, guest.name ?? guest.number,
                        detail: (facts + [state].compactMap { $0 }).joined(separator: ", "))
                }
            ) { [.door(.askAdmission(number: $0))] })
    }

    private func admit(_ number: String, _ reason: String) {
        guard let desk = doors.desk else { return }
        do {
            let decision = try desk.store.admit(
                number, reason: reason.trimmingCharacters(in: .whitespaces), at: Timestamp(Date()), door: desk.door,
                checker: doors.checker)
            display.stack.acceptAnswer()
            take(DoorSign(decision, at: Date(), clock: display.appearance.clock))
        } catch {
            rejectAnswer(error)
        }
    }

    private func askUndo() throws {
        guard let desk = doors.desk else { return }
        let passages = try desk.store.lastPassages(limit: 50)
        guard !passages.isEmpty else { return show(Notice("Nobody went in yet")) }
        display.stack.ask(
            Pick(
                title: "Take which admission back?",
                options: passages.map { passage in
                    Pick.Option(
                        passage.earlier.number,
                        "\(display.appearance.clock(passage.earlier.time.date))  ticket \(passage.earlier.number)",
                        detail: "\(passage.isIn ? "in" : "out"), \(passage.earlier.door)")
                }
            ) { [.door(.askUndoReason(number: $0))] })
    }

    private func undo(_ number: String, _ reason: String) {
        guard let desk = doors.desk else { return }
        do {
            guard let passage = try desk.store.lastPassage(of: number) else {
                throw Trouble("ticket \(number.onOneMarkedLine) was taken back already")
            }
            try desk.store.undo(
                passage, reason: reason.trimmingCharacters(in: .whitespaces), at: Timestamp(Date()), door: desk.door,
                checker: doors.checker)
            display.stack.acceptAnswer()
            desk.beReady()
            endSign()
            countAtDoor()
            show(Notice("Ticket \(number.onOneMarkedLine) may be shown again"))
        } catch {
            rejectAnswer(error)
        }
    }

    // MARK: - Reports

    private func showDoorCounts() throws {
        guard let desk = doors.desk else { return }
        let counts = try desk.store.counts()
        display.stack.push(ReportScreen(title: "\(desk.event.name): counts", DoorCountsReport(counts)))
    }

    private func showDoorLog() throws {
        guard let desk = doors.desk else { return }
        display.stack.push(
            ReportScreen(
                title: "\(desk.event.name): log, the newest first", DoorLogReport(try desk.store.log(limit: 500))))
    }
}
