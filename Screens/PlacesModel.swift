import Formats

/// Where the scans to come belong; nil for nowhere in particular.
package struct PlacesModel: ModelPart {
    /// The place's name.
    package var place: String?
    package var shelf: String?

    package init() {}

    package var statusWords: [String] {
        guard let place else { return [] }
        return ["at " + [place, shelf].compactMap { $0?.singleLine(limit: 24) }.joined(separator: " › ")]
    }
}

/// Effects of the feature of places.
package enum PlacesEffect: FeatureEffect {
    /// The scans to come belong to the place with this id; nil for none.
    case enter(id: String?)
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
