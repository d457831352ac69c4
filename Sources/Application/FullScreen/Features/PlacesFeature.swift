import Files
import Formats
import Places
import Screens
import Services
import Surface

extension Command {
    static let place = Command("place")
}

/// Where scans belong: a place and a shelf, chosen by hand or by a code that stands for them, until the next one.
final class PlacesFeature: FeatureBase, Feature {
    static let purpose = "Session"
    static let commands: [FeatureCommand<PlacesFeature>] = [
        FeatureCommand(.place, [.scanner, .history], [], "Choose the place that scans belong to") {
            $0.askPlace()
        }.found(by: "location shelf store room enter leave where")
    ]

    /// Names of places by their ids, as far as they are known.
    private var names: [String: String] = [:]
    /// The most places that are listed.
    private static let maximumListed = 5000

    func follow(_ event: AppEvent) {
        switch event {
        case .session(.scan(_, .field(let name))):
            showPlace()
            if [Location.placeField, Location.shelfField].contains(name) { tellPlace() }
        case .runChanged, .historyTaken: showPlace()
        default: break
        }
    }

    func perform(_ effect: PlacesEffect) {
        switch effect {
        case .enter(let id): enter(id)
        }
    }

    private func askPlace() {
        withPlaces { [self] places in
            guard !places.isEmpty else {
                return show(Notice("There are no places yet: `quietzone places add` adds one"))
            }
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

    private func enter(_ id: String?) {
        var run = records.keeping.current
        run.fields[Location.placeField] = id
        // A shelf is one of its place.
        run.fields[Location.shelfField] = nil
        records.keeping.current = run
        showPlace()
        tellPlace()
    }

    private func tellPlace() {
        let (place, shelf) = (model.places.place, model.places.shelf)
        let words = place.map { "Scans belong to \($0)" + (shelf.map { ", shelf \($0)" } ?? "") }
        show(Notice(words ?? "Scans belong to no place"))
    }

    private func showPlace() {
        let fields = records.keeping.current.fields
        let id = fields[Location.placeField]
        model.places.place = id.map { names[$0] ?? $0 }
        model.places.shelf = id == nil ? nil : fields[Location.shelfField]
        display.needsDrawing = true
        // A name that is not known yet comes later.
        if let id, names[id] == nil { withPlaces { [self] _ in if names[id] != nil { showPlace() } } }
    }

    private func withPlaces(_ next: @escaping ([Place]) -> Void) {
        let path = app.start.places
        runJob(holdsKeys: true) {
            try PlaceStore(path, for: .reading).list().places
        } then: { [self] places in
            names = Dictionary(places.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            next(places)
        }
    }
}
