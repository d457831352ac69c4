/// The semantic tags of passes and fields, by which iOS offers more than it shows: Apple's Wallet Passes documentation, SemanticTags.
enum PassSemantics {
    static let tags = PassObject(
        passKeys(
            .text,
            """
            airlineCode artistIDs:list additionalTicketAttributes admissionLevel admissionLevelAbbreviation albumIDs:list
            attendeeName awayTeamAbbreviation awayTeamLocation awayTeamName boardingGroup boardingSequenceNumber boardingZone
            carNumber confirmationNumber departureAirportCode departureAirportName departureCityName departureGate
            departureLocationDescription departureLocationSecurityPrograms:list departureLocationTimeZone
            departurePlatform departureStationName departureTerminal destinationAirportCode destinationAirportName
            destinationCityName destinationGate destinationLocationDescription destinationLocationSecurityPrograms:list
            destinationLocationTimeZone destinationPlatform destinationStationName destinationTerminal entranceDescription
            eventLiveMessage eventName flightCode genre homeTeamAbbreviation homeTeamLocation homeTeamName internationalDocumentsVerifiedDeclarationName
            leagueAbbreviation leagueName membershipProgramName membershipProgramNumber membershipProgramStatus
            passengerAirlineSSRs:list passengerCapabilities:list passengerEligibleSecurityPrograms:list
            passengerInformationSSRs:list passengerServiceSSRs:list performerNames:list playlistIDs:list priorityStatus
            securityScreening sportName tailgatingAllowed:flag ticketFareClass transitProvider transitStatus
            transitStatusReason vehicleName vehicleNumber vehicleType venueEntrance venueEntranceDoor venueEntranceGate
            venueEntrancePortal venueName venuePhoneNumber venuePlaceID venueRegionName venueRoom loungePlaceIDs:list
            departureAirlineCode departureFlightNumber
            """)
            + passKeys(
                .date,
                """
                currentArrivalDate currentBoardingDate currentDepartureDate eventEndDate eventStartDate
                originalArrivalDate originalBoardingDate originalDepartureDate venueBoxOfficeOpenDate venueCloseDate
                venueDoorsOpenDate venueFanZoneOpenDate venueGatesOpenDate venueOpenDate venueParkingLotsOpenDate
                """)
            + passKeys(.flag, "internationalDocumentsAreVerified seatsAreAssigned silenceRequested")
            + passKeys(.number, "duration flightNumber")
            + passKeys(
                .members(passKeys(.within(-90...90), "latitude") + passKeys(.within(-180...180), "longitude")),
                "departureLocation destinationLocation venueLocation")
            + passKeys(.members(passKeys(.text, "amount") + passKeys(.currency, "currencyCode")), "balance totalPrice")
            + passKeys(
                .members(
                    passKeys(
                        .text, "familyName givenName middleName namePrefix nameSuffix nickname phoneticRepresentation")),
                "passengerName")
            + passKeys(
                .objects(
                    passKeys(
                        .text,
                        """
                        seatAisle seatDescription seatIdentifier seatLevel seatNumber seatRow seatSection seatSectionColor
                        seatType
                        """), most: 100), "seats")
            + passKeys(.objects(passKeys(.text, "password ssid"), most: 100), "wifiAccess")
            + passKeys(.objects(passKeys(.text, "airplayDeviceGroupToken"), most: 100), "airplay")
            + passKeys(
                .members(
                    passKeys(.date, "date") + passKeys(.flag, "ignoreTimeComponents unannounced undetermined")
                        + passKeys(.text, "timeZone")), "eventStartDateInfo")
            + passKeys(.choice(eventTypes.map { "PKEventType\($0)" }), "eventType"))

    private static let eventTypes = [
        "Generic", "LivePerformance", "Movie", "Sports", "Conference", "Convention", "Workshop", "SocialGathering",
    ]
}
