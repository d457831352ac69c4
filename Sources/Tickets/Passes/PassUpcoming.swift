/// The events of a pass for several (iOS 26): Apple's Wallet Passes documentation, UpcomingPassInformationEntry.
enum PassUpcoming {
    static let entry = PassObject(
        passKeys(.choice(["event"]), "type", isRequired: true)
            + passKeys(.nonEmpty, "identifier name", isRequired: true) + passKeys(.flag, "isActive")
            + passKeys(
                .members(
                    passKeys(.date, "date") + passKeys(.text, "timeZone")
                        + passKeys(.flag, "ignoreTimeComponents isAllDay isUnannounced isUndetermined")),
                "dateInformation")
            + passKeys(.list(.object(PassFormat.field), most: 100), "additionalInfoFields backFields")
            + passKeys(.list(.whole, most: 100), "auxiliaryStoreIdentifiers")
            + passKeys(.members(passKeys(.members(image), "headerImage venueMap")), "images")
            + passKeys(.object(PassSemantics.tags), "semantics")
            + passKeys(.members(PassFormat.links(styles: nil)), "URLs"))

    private static let image =
        passKeys(.flag, "reuseExisting")
        + passKeys(
            .objects(
                passKeys(.nonEmpty, "SHA256", isRequired: true) + passKeys(.webAddress, "URL", isRequired: true)
                    + passKeys(.within(1...3), "scale") + passKeys(.within(0...2_097_152), "size"), most: 10), "URLs")
}
