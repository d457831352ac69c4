import Services
import Foundation
import Screens
import Surface
import Symbols

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
        }.inMenu("Door").found(by: "event guests admission entrance"),
        FeatureCommand(onScreen: .back, [.door], [.escape], label: "close", "Close the door (asks first)"),
        FeatureCommand(onScreen: .doorReady, [.door], [" ", .enter], label: "ready", "Scan the next ticket at once"),
        FeatureCommand(
            onScreen: .doorGuest, [.door], ["/"], label: "find guest", "Find a guest and admit them by hand"),
        FeatureCommand(onScreen: .doorUndo, [.door], ["u"], label: "undo", "Undo an admission, with a reason"),
        FeatureCommand(
            onScreen: .doorChecker, [.door], [.function(2)], label: "checker",
            "Change the checker's name"),
        FeatureCommand(
            onScreen: .doorChange, [.door], [.function(3)], label: "door", "Switch to another door of the event"),
        FeatureCommand(
            onScreen: .doorList, [.door], [.function(4)], "Import a guest list, updating known guests"),
        FeatureCommand(
            onScreen: .doorCounts, [.door], ["%", "&"], label: "counts",
            "Show admissions by door and quarter hour"),
        FeatureCommand(onScreen: .doorLog, [.door], ["V"], label: "log", "Show the door's log"),
        FeatureCommand(
            onScreen: .back, [.doorSetup], [.escape], label: "back",
            "Go back; the form keeps its text"),
        FeatureCommand(
            onScreen: .makeEvent, [.doorSetup], [.enter], label: "create",
            "Create the event and open its door (asks first)"),
    ]

    /// The door that is open: none, or one.
    var doors = OpenDoor()
    var opening = DoorOpeningUnderWay()
    /// An event that is being typed or made.
    var newEvent = NewEvent()
    /// What is in view: it came into view before a door that opens now.
    private(set) var inView: [SymbolContent] = []

    func start() {
        guard let opening = app.start.door else { return }
        doors.checker = opening.checker
        openDoor(opening.event, door: opening.door)
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .viewed(let view): inView = view.symbols.map(\.content)
        case .sessionBegins: inView = []
        default: break
        }
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
            // One that cannot be read is listed by its file: choosing it says why.
            DoorFolder.names.map { ($0, (try? DoorFolder.open($0, isReading: true).event().name) ?? $0) }
        } then: { [self] events in
            guard let first = events.first else { return perform(.door(.askNew)) }
            let options =
                [Pick.Option("", "New event …", detail: "its rules and its guest list")]
                + events.map { Pick.Option($0, $1) }
            pick("Open the door of which event?", options, selected: first.0) { name in
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
            prompt("Who checks at the door?", hint: "The log stores this name with each decision from now on.") {
                [.door(.setChecker($0))]
            }
        case .setChecker(let name): setChecker(name)
        case .askGuest where !doors.isChosen, .askUndo where !doors.isChosen: askDoor()
        case .askGuest: askGuest()
        case .find(let words): findGuests(words)
        case .askAdmission(let number):
            prompt("Admit by hand: why?", hint: "Admits \(number). The log stores the reason; it may be left empty.") {
                [.door(.admit(number: number, reason: $0))]
            }
        case .admit(let number, let reason): admit(number, reason)
        case .askList:
            prompt(
                "Import which guest list?", hint: "CSV with column names in the first row, or one code per line.", .path
            ) { [.door(.takeList(path: $0))] }
        case .takeList(let path): takeList(path)
        case .askUndo: askUndo()
        case .askUndoReason(let number):
            prompt("Undo the admission: why?", hint: "For the log.") { [.door(.undo(number: number, reason: $0))] }
        case .undo(let number, let reason): undo(number, reason)
        case .showCounts: showDoorCounts()
        case .showLog: showDoorLog()
        case .askDoor: askDoor()
        case .close: closeDoor()
        }
        display.needsDrawing = true
    }
}
