import Services
import Foundation
import Screens
import Surface

extension Command {
    static let openDoor = Command("door")
}

/// Checking tickets at the door of an event.
final class DoorFeature: FeatureBase, Feature {
    static let purpose = "Door"
    static let contexts: [KeyContext] = [.door, .doorSetup]
    static let commands: [FeatureCommand<DoorFeature>] = [
        FeatureCommand(.openDoor, [.scanner], [.control("e")], "Check tickets at the door of an event") {
            $0.askEvent()
        }, FeatureCommand(onScreen: .back, [.door], [.escape], label: "close", "Close the door (asks first)"),
        FeatureCommand(onScreen: .doorReady, [.door], [" ", .enter], label: "ready", "Take the next ticket at once"),
        FeatureCommand(
            onScreen: .doorGuest, [.door], ["a"], label: "admit", "Find a guest by name and let somebody in by hand"),
        FeatureCommand(onScreen: .doorUndo, [.door], ["u"], label: "undo", "Take an admission back, with a reason"),
        FeatureCommand(
            onScreen: .doorChecker, [.door], ["n"], label: "who",
            "Say who stands at the door: one of those who did before, or somebody else"),
        FeatureCommand(onScreen: .doorChange, [.door], ["d"], label: "door", "Take another door of the event"),
        FeatureCommand(
            onScreen: .doorList, [.door], ["i"], "Take a guest list in: guests who are on it already are changed"),
        FeatureCommand(
            onScreen: .doorCounts, [.door], ["%"], label: "counts",
            "Show how many went in, by door and quarter of an hour"),
        FeatureCommand(onScreen: .doorLog, [.door], ["l"], label: "log", "Show what was shown and done"),
        FeatureCommand(
            onScreen: .back, [.doorSetup], [.escape], label: "back",
            "Go back to the screen before; what is typed is there again the next time"),
        FeatureCommand(onScreen: .makeEvent, [.doorSetup], [.enter], label: "make", "Make the event and open its door"),
    ]

    /// The door that is open: none, or one.
    var doors = OpenDoor()
    var opening = DoorOpeningUnderWay()
    /// An event that is being typed or made.
    var newEvent = NewEvent()

    func start() {
        guard let opening = app.start.door else { return }
        doors.checker = opening.checker
        openDoor(opening.event, door: opening.door)
    }

    func follow(_ event: AppEvent) {
        guard doors.isOpen || opening.isUnderWay else { return }
        switch event {
        case .session(let told): if let scan = told.scan { decide(scan.symbol.content) }
        case .viewed(let view) where !model.picture.isFrozen: keepInView(view.symbols.map(\.content))
        default: break
        }
    }

    /// The bells of a door are a pattern.
    var pause: Duration? { !doors.bells.isEmpty ? .milliseconds(40) : doors.isBusy ? .milliseconds(200) : nil }

    private func askEvent() {
        runJob(holdsKeys: true) {
            DoorFolder.names
        } then: { [self] names in
            let options =
                [Pick.Option("", "New event …", detail: "its rules and its guest list")]
                + names.map { Pick.Option($0, $0) }
            pick("The door of which event?", options, selected: names.first) { name in
                [.door(name.isEmpty ? .askNew : .open(event: name, door: nil))]
            }
        }
    }

    /// Does what the door's screens ask for.
    func perform(_ effect: DoorEffect) throws {
        switch effect {
        case .open(let event, let door): openDoor(event, door: door)
        case .askNew: askNewEvent()
        case .typed(let form): newEvent.form = form
        case .make(let request): try makeEvent(request)
        case .ready:
            // Whoever shows the same ticket now shows it once more.
            doors.desk?.beReady()
            endSign()
        case .askChecker: askChecker()
        case .askCheckerName:
            prompt("Who stands at the door?", hint: "The log keeps the name with all that is decided from now on.") {
                [.door(.setChecker($0))]
            }
        case .setChecker(let name): setChecker(name)
        case .askGuest where !doors.isChosen, .askUndo where !doors.isChosen: askDoor()
        case .askGuest:
            prompt("Which guest?", hint: "Words of the name, the number, the seat or the group.") {
                [.door(.find($0))]
            }
        case .find(let words): findGuests(words)
        case .askAdmission(let number):
            prompt("Let in by hand: why?", hint: "The log keeps it: “phone is empty”.") {
                [.door(.admit(number: number, reason: $0))]
            }
        case .admit(let number, let reason): admit(number, reason)
        case .askList:
            prompt(
                "Take in which guest list?", hint: "CSV whose first row names the columns, or a code a line.", .path
            ) { [.door(.takeList(path: $0))] }
        case .takeList(let path): takeList(path)
        case .askUndo: askUndo()
        case .askUndoReason(let number):
            prompt("Taken back: why?", hint: "The log keeps it.") { [.door(.undo(number: number, reason: $0))] }
        case .undo(let number, let reason): undo(number, reason)
        case .showCounts: showDoorCounts()
        case .showLog: showDoorLog()
        case .askDoor: askDoor()
        case .close: closeDoor()
        }
        display.needsDrawing = true
    }
}
