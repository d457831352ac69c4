import Formats
import Places

/// Where the scans to come belong, what is there, and where this machine is.
package struct PlacesModel: ModelPart {
    /// The place's id; nil for nowhere in particular.
    package var id: String?
    /// The place's name.
    package var place: String?
    package var shelf: String?
    /// Where this machine is; nil where nobody says so.
    package var position: Position?
    /// Why the position is not known, in a line; nil where it is, or nobody is asked.
    package var problem: String?
    /// Why no beacon is heard, in a line; nil where that is not known.
    package var beaconProblem: String?
    /// Whether somebody is asked for the position.
    package var isLocating = false
    /// All places, those that are near first.
    package var rows: [PlaceRow] = []
    /// What was scanned at the place since it was entered.
    package var basket = Basket()
    /// Names of places by their ids, as far as they were read.
    package var names: [String: String] = [:]
    /// The context of scans of this run, by the numbers of the scans.
    private var layers: [Int64: ScanLayers] = [:]
    /// The most scans whose context is remembered; beyond that all are forgotten.
    private static let maximumLayers = 5000

    package init() {}

    package var statusWords: [String] {
        guard let place else { return [] }
        return ["at " + [place, shelf].compactMap { $0?.singleLine(limit: 24) }.joined(separator: " › ")]
    }

    /// The context of a scan of this run; nil where it belongs to no place.
    package subscript(scan scan: Int64) -> ScanLayers? { layers[scan] }

    /// Remembers the context of a scan of this run.
    package mutating func add(_ context: ScanLayers, scan: Int64) {
        if layers.count >= Self.maximumLayers { layers = [:] }
        layers[scan] = context
    }
}

/// Effects of the feature of places.
package enum PlacesEffect: FeatureEffect {
    /// The scans to come belong to the place with this id; nil for none.
    case enter(id: String?)
    /// Ask what to do with the place with this id.
    case ask(id: String)
    /// List the items at the current place.
    case showItems
    /// Show what was scanned there.
    case showBasket
    /// Print the receipt of the basket.
    case printReceipt
    case askExport
    case export(path: String, overwrite: Bool)
    /// Show the receipt of the basket as a QR Code.
    case showReceipt
    case emptyBasket
}

extension Effect {
    /// An effect of the feature of places.
    package static func places(_ effect: PlacesEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    package var places: PlacesModel {
        get { self[PlacesModel.self] }
        set { self[PlacesModel.self] = newValue }
    }
}
