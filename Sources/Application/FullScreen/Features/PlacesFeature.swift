import Config
import Files
import Formats
import Frames
import Places
import Screens
import Services
import Surface

extension Command {
    static let place = Command("place")
    static let places = Command("places")
}

/// Where scans belong: a place and a shelf, by hand, by a code that stands for them, or by where this machine is.
final class PlacesFeature: FeatureBase, Feature {
    static let purpose = "Session"
    static let contexts: [KeyContext] = [.places]
    static let commands: [FeatureCommand<PlacesFeature>] = [
        FeatureCommand(.place, [.scanner, .history], [], "Choose the current place") {
            $0.askPlace()
        }.found(by: "location shelf store room enter leave where"),
        FeatureCommand(.places, [.scanner, .history], [], "Show places on a map") {
            $0.showPlaces()
        }.opening(.places).inMenu("Places").found(by: "location map near where position gps shelf store room"),
        FeatureCommand(
            .placeItems, [.scanner, .history, .places], [.function(7)], "List the items at the current place"
        ) { $0.showItems() }.found(by: "here items table shelf products"),
        FeatureCommand(.basket, [.scanner, .history, .places], [], "Show the basket of the place") {
            $0.showBasket()
        }.found(by: "sum receipt price buy"),
        FeatureCommand(
            onScreen: .open, [.places], [.enter], label: "select", "Enter or leave a place, or see what is there"),
        FeatureCommand(onScreen: .increase, [.places], ["+"], label: "zoom", "Zoom in on the map"),
        FeatureCommand(onScreen: .decrease, [.places], ["-"], "Zoom out"),
        FeatureCommand(onScreen: .mapWest, [.places], [.left, .shiftLeft], label: "move", "Move the map west"),
        FeatureCommand(onScreen: .mapEast, [.places], [.right, .shiftRight], "Move the map east"),
        FeatureCommand(onScreen: .mapNorth, [.places], [.shiftUp], "Move the map north"),
        FeatureCommand(onScreen: .mapSouth, [.places], [.shiftDown], "Move the map south"),
        FeatureCommand(onScreen: .mapReset, [.places], ["r"], "Show all places on the map"),
        FeatureCommand(onScreen: .back, [.places], [.escape, "q"], label: "back", "Go back"),
    ]

    /// The places, as far as they were read.
    var list: PlaceList?
    /// What follows the position; nil where nobody is asked for it.
    var positions: PositionFollowing?
    /// What follows beacons; nil where nobody wants that.
    var beacons: BeaconFollowing?
    /// When it began to follow.
    var followsSince = ContinuousClock.now
    /// The most places that are listed.
    static let maximumListed = 5000

    /// Rung by the thread that follows the position; the loop knows it from the beginning, for the settings may ask for it later.
    private(set) var doorbell: Doorbell?

    func start() throws {
        doorbell = try Doorbell()
        followPosition()
        followBeacons()
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .session(.scan(_, .field(let name))):
            showPlace()
            if [Location.placeField, Location.shelfField].contains(name) { tellPlace() }
        case .session(.scan(let scan, let fate)):
            switch fate {
            case .kept, .counted, .known, .waiting: lookUp(scan.symbol.content, scan: fate.id)
            case .leftOut, .keptLater, .field, .seen: break
            }
        case .runChanged, .historyTaken: showPlace()
        default: break
        }
    }

    func apply(_ settings: Settings, insteadOf old: Settings) -> String? {
        if settings.positionSource != old.positionSource || settings.positionRecording != old.positionRecording {
            followPosition()
        }
        if settings.followsBeacons != old.followsBeacons { followBeacons() }
        return nil
    }

    var descriptor: Int32? { doorbell?.descriptor }

    func ready() {
        doorbell?.clear()
        takePositions()
        takeBeacons()
    }

    func finish(within patience: Duration) -> String? {
        positions?.watch.stop()
        beacons?.watch.stop()
        return nil
    }

    func perform(_ effect: PlacesEffect) {
        switch effect {
        case .enter(let id): enter(id)
        case .ask(let id): ask(about: id)
        case .showItems: showItems()
        case .showBasket: showBasket()
        case .askExport: askExport()
        case .export(let path, let overwrite): export(to: path, overwrite: overwrite)
        case .showReceipt: askAboutBasket()
        case .printReceipt: perform(.printing(.receipt(receipt)))
        case .emptyBasket:
            model.places.basket = Basket()
            if display.stack.context == .report { display.stack.pop() }
            show(Notice("The basket is empty"))
        }
    }

    // MARK: - The place of scans

    private func askPlace() {
        withPlaces { [self] places in
            guard !places.isEmpty else { return tellHowToAdd() }
            let current = records.keeping.current.fields[Location.placeField]
            var options = places.prefix(Self.maximumListed).map { place in
                Pick.Option("=" + place.id, place.name, detail: place.zone)
            }
            if current != nil { options.insert(Pick.Option("", "None", detail: "scans belong to no place"), at: 0) }
            pick("Which place do scans belong to?", options, selected: current.map { "=" + $0 }) {
                [.places(.enter(id: $0.isEmpty ? nil : String($0.dropFirst())))]
            }
        }
    }

    private func tellHowToAdd() { show(Notice("There are no places yet: `quietzone places add` adds one")) }

    private func enter(_ id: String?) {
        var run = records.keeping.current
        run.fields[Location.placeField] = id
        // A shelf is one of its place.
        run.fields[Location.shelfField] = nil
        records.keeping.current = run
        showPlace()
        tellPlace()
    }

    func tellPlace() {
        let (place, shelf) = (model.places.place, model.places.shelf)
        let words = place.map { "Scans belong to \($0)" + (shelf.map { ", shelf \($0)" } ?? "") }
        show(Notice(words ?? "Scans belong to no place"))
    }

    /// Takes over what holds for the scans to come.
    func showPlace() {
        let fields = records.keeping.current.fields
        let id = fields[Location.placeField]
        if id != model.places.id { model.places.basket = Basket() }
        model.places.id = id
        model.places.place = id.map { model.places.names[$0] ?? $0 }
        model.places.shelf = id == nil ? nil : fields[Location.shelfField]
        if let remark = app.apply(place: id) { warn(remark) }
        display.needsDrawing = true
        // A name that is not known yet comes later.
        if let id, model.places.names[id] == nil {
            withPlaces { [self] _ in if model.places.names[id] != nil { showPlace() } }
        }
    }

    /// Reads the places beside the loop.
    func withPlaces(holdsKeys: Bool = true, _ next: @escaping ([Place]) -> Void) {
        let path = app.start.places
        runJob(holdsKeys: holdsKeys) {
            try PlaceStore(path, for: .reading).list()
        } then: { [self] list in
            self.list = list
            model.places.names = Dictionary(
                list.places.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            next(list.places)
        }
    }

    // MARK: - The screen of places

    private func showPlaces() {
        withPlaces { [self] _ in
            model.places.rows = []
            sortPlaces()
            display.push(PlacesScreen())
        }
    }

    /// Lists the places by their distance from where this machine is.
    func sortPlaces() {
        guard let list else { return }
        let position = model.places.position
        runJob(holdsKeys: false) {
            let near = position.map { list.near($0.point) }
            let rows = near.map { $0.map { PlaceRow($0.place, near: $0) } } ?? []
            let others = list.places.filter { near == nil || $0.point == nil }
            return Array((rows + others.map { PlaceRow($0) }).prefix(Self.maximumListed))
        } then: { [self] rows in
            model.places.rows = rows
            display.needsDrawing = true
        }
    }

    /// Asks what to do with a place.
    private func ask(about id: String) {
        guard let place = list?[id] else { return warn("This place is no longer there") }
        var options: [Pick.Option] = []
        let isCurrent = model.places.id == id
        options.append(
            isCurrent
                ? .init("leave", "Leave it", detail: "scans belong to no place")
                : .init("enter", "Enter it", detail: "scans belong to it"))
        if let name = place.links[.collection] { options.append(.init("items", "Show what is here", detail: name)) }
        if let name = place.links[.session] { options.append(.init("session", "Start its session", detail: name)) }
        if let name = place.links[.event] { options.append(.init("door", "Open its door", detail: name)) }
        let links = place.links
        pick(SafeText.visible(place.name), options) { choice in
            switch choice {
            case "leave": [.places(.enter(id: nil))]
            case "items": [.places(.enter(id: id)), .places(.showItems)]
            case "session": [.places(.enter(id: id)), .session(.open(name: links[.session] ?? ""))]
            case "door": [.places(.enter(id: id)), .door(.open(event: links[.event] ?? "", door: nil))]
            default: [.places(.enter(id: id))]
            }
        }
    }
}
