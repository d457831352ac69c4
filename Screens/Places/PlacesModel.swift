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
    /// Whether somebody is asked for the position.
    package var isLocating = false
    /// All places, those that are near first.
    package var rows: [PlaceRow] = []
    /// What was scanned at the place since it was entered.
    package var basket = Basket()
    /// What scans of this run stand for at their place, in a line, by the numbers of the scans.
    private var items: [Int64: String] = [:]
    /// The most scans whose items are remembered; beyond that all are forgotten.
    private static let maximumItems = 5000

    package init() {}

    package var statusWords: [String] {
        guard let place else { return [] }
        return ["at " + [place, shelf].compactMap { $0?.singleLine(limit: 24) }.joined(separator: " › ")]
    }

    /// What a scan of this run stands for at its place: `Lamp, 12.00, scratched`; nil where that is not known.
    package subscript(scan scan: Int64) -> String? { items[scan] }

    /// `line` is what a scan stands for.
    package mutating func add(_ line: String, scan: Int64) {
        if items.count >= Self.maximumItems { items = [:] }
        items[scan] = line
    }
}

/// Effects of the feature of places.
package enum PlacesEffect: FeatureEffect {
    /// The scans to come belong to the place with this id; nil for none.
    case enter(id: String?)
    /// Ask what to do with the place with this id.
    case ask(id: String)
    /// Show what is at the place that scans belong to.
    case showItems
    /// Show what was scanned there.
    case showBasket
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
