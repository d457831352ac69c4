/// Where scans are delivered, and what is wrong with it.
package struct DeliveryModel: ModelPart {
    package var hasDestinations = false
    /// Destinations with problems, a line each.
    package var undelivered: [String] = []

    package init() {}

    package var statusWords: [String] { undelivered }
}

extension AppModel {
    package var delivery: DeliveryModel {
        get { self[DeliveryModel.self] }
        set { self[DeliveryModel.self] = newValue }
    }
}
