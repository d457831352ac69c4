/// Where scans are delivered, and what is wrong with it.
package struct DeliveryModel: ModelPart {
    /// Whether scans are delivered anywhere.
    package var hasDestinations = false
    /// Destinations with problems, a line each.
    package var undelivered: [String] = []

    /// Nowhere.
    package init() {}

    package var statusWords: [String] { undelivered }
}

extension AppModel {
    /// Where scans are delivered, and what is wrong with it.
    package var delivery: DeliveryModel {
        get { self[DeliveryModel.self] }
        set { self[DeliveryModel.self] = newValue }
    }
}
