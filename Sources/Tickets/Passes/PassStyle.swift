/// What a pass is, and so which fields and pictures it shows.
package enum PassStyle: String, CaseIterable, Sendable {
    case boardingPass
    case coupon
    case eventTicket
    /// A card of a store, with points or a balance.
    case storeCard
    case generic

    package var title: String {
        switch self {
        case .boardingPass: "Boarding pass"
        case .coupon: "Coupon"
        case .eventTicket: "Event ticket"
        case .storeCard: "Store card"
        case .generic: "Pass"
        }
    }

    /// The layouts that a pass of a style can ask for (iOS 18 and 26); a device takes the first that it knows.
    var schemes: [String] {
        switch self {
        case .eventTicket: ["posterEventTicket", "eventTicket"]
        case .boardingPass: ["semanticBoardingPass", "boardingPass"]
        default: []
        }
    }

    static let schemes = allCases.flatMap(\.schemes)

    var pictures: Set<PassPicture> {
        switch self {
        case .boardingPass: [.icon, .logo, .footer]
        case .coupon, .storeCard: [.icon, .logo, .strip]
        case .eventTicket: [.icon, .logo, .strip, .background, .thumbnail]
        case .generic: [.icon, .logo, .thumbnail]
        }
    }
}

/// Where fields of a pass stand.
package enum PassSection: String, CaseIterable, Sendable {
    /// At the top, seen also where passes lie behind each other.
    case headerFields
    /// The most important ones.
    case primaryFields
    /// Below them.
    case secondaryFields
    /// Below those.
    case auxiliaryFields
    case backFields
    /// Below an event ticket (iOS 18).
    case additionalInfoFields
}
