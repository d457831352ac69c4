/// The semantic tags of passes and fields, by which iOS offers more than it shows: Apple's Wallet Passes documentation, SemanticTags.
enum PassSemantics {
    static let tags = PassObject(
        keys(
            .text,
            """
            airlineCode artistIDs:list additionalTicketAttributes admissionLevel admissionLevelAbbreviation albumIDs:list
            attendeeName awayTeamAbbreviation awayTeamLocation awayTeamName boardingGroup boardingSequenceNumber boardingZone
            carNumber confirmationNumber departureAirportCode departureAirportName departureCityName departureGate
            departureLocationDescription departureLocationSecurityPrograms:list departureLocationTimeZone
            departurePlatform departureStationName departureTerminal destinationAirportCode destinationAirportName
            destinationCityName destinationGate destinationLocationDescription destinationLocationSecurityPrograms:list
            destinationLocationTimeZone destinationPlatform destinationStationName destinationTerminal entranceDescription
            eventName flightCode genre homeTeamAbbreviation homeTeamLocation homeTeamName internationalDocumentsVerifiedDeclarationName
            leagueAbbreviation leagueName membershipProgramName membershipProgramNumber membershipProgramStatus
            passengerAirlineSSRs:list passengerCapabilities:list passengerEligibleSecurityPrograms:list
            passengerInformationSSRs:list passengerServiceSSRs:list performerNames:list playlistIDs:list priorityStatus
            securityScreening sportName tailgatingAllowed:flag ticketFareClass transitProvider transitStatus
            transitStatusReason vehicleName vehicleNumber vehicleType venueEntrance venueEntranceDoor venueEntranceGate
            venueEntrancePortal venueName venuePhoneNumber venueRegionName venueRoom loungePlaceIDs:list
            departureAirlineCode departureFlightNumber
            """)
            + keys(
                .date,
                """
                currentArrivalDate currentBoardingDate currentDepartureDate eventEndDate eventStartDate
                originalArrivalDate originalBoardingDate originalDepartureDate venueBoxOfficeOpenDate venueCloseDate
                venueDoorsOpenDate venueFanZoneOpenDate venueGatesOpenDate venueOpenDate venueParkingLotsOpenDate
                """)
            + keys(
                .flag,
                "internationalDocumentsAreVerified seatsAreAssigned silenceRequested")
            + keys(.number, "duration flightNumber")
            + keys(
                .object(
                    PassObject(keys(.within(-90...90), "latitude") + keys(.within(-180...180), "longitude"))),
                "departureLocation destinationLocation venueLocation")
            + keys(
                .object(PassObject([PassKey("amount", .text), PassKey("currencyCode", .currency)])),
                "balance totalPrice")
            + keys(
                .object(
                    PassObject(
                        keys(
                            .text,
                            "familyName givenName middleName namePrefix nameSuffix nickname phoneticRepresentation"))),
                "passengerName")
            + keys(
                .list(
                    .object(
                        PassObject(
                            keys(
                                .text,
                                """
                                seatAisle seatDescription seatIdentifier seatLevel seatNumber seatRow seatSection
                                seatSectionColor seatType
                                """))), most: 100), "seats")
            + keys(.list(.object(PassObject(keys(.text, "password ssid"))), most: 100), "wifiAccess")
            + keys(
                .object(
                    PassObject(
                        keys(.date, "date") + keys(.flag, "ignoreTimeComponents unannounced undetermined")
                            + keys(.text, "timeZone"))), "eventStartDateInfo")
            + keys(
                .choice(
                    [
                        "Generic", "LivePerformance", "Movie", "Sports", "Conference", "Convention", "Workshop",
                        "SocialGathering",
                    ]
                    .map { "PKEventType\($0)" }), "eventType"))

    /// A key for each name; `:list` and `:flag` behind one say otherwise.
    private static func keys(_ rule: PassRule, _ names: String) -> [PassKey] {
        names.split(whereSeparator: \.isWhitespace).map { name in
            let parts = name.split(separator: ":")
            guard parts.count == 2 else { return PassKey(String(name), rule) }
            return PassKey(String(parts[0]), parts[1] == "list" ? .list(.text, most: 100) : .flag)
        }
    }
}
