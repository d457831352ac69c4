import Formats

/// A place on the earth: `geo:48.2010,16.3695,183;crs=wgs84;u=40` (RFC 5870), with Android's `?q=`.
enum PlacePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "geo:"), let place = Place(rest) else { return nil }
        var list = FieldList()
        let latitude = place.coordinates[0]
        let longitude = place.coordinates[1]
        list.add(
            "latitude", .latitude, latitude.text, json: .number(latitude.value),
            note: place.isWGS84 && !place.hasLatitude ? .latitudeOutside : nil)
        list.add(
            "longitude", .longitude, longitude.text, json: .number(longitude.value),
            note: place.isWGS84 && !place.hasLongitude ? .longitudeOutside : nil)
        if place.coordinates.count > 2 {
            list.add(
                "altitude", .altitude, place.coordinates[2].text + " m", json: .number(place.coordinates[2].value))
        }
        if let uncertainty = place.uncertainty {
            list.add(
                "uncertainty", .uncertainty, "\(uncertainty.text) m", json: .number(uncertainty.value),
                note: uncertainty.value < 0 ? .lessThanNothing : nil)
        }
        list.add("crs", .referenceSystem, place.crs, note: place.isWGS84 ? nil : .notWGS84)
        list.add("query", .searchFor, place.query)
        list.add("label", .name, place.label)
        for item in place.others { list.add("parameters", named: item) }
        let name = place.label ?? place.query
        let spot = "\(latitude.text), \(longitude.text)"
        return Payload(
            input.content, .place,
            .place(place.isOnlySearch ? name ?? spot : spot, name: place.isOnlySearch ? nil : name), list,
            actions: place.actions + [PayloadAction(title: .copyCoordinates, effect: .copy(spot))])
    }
}

/// The parts of a `geo:` address.
struct Place: Hashable, Sendable {
    /// A number as it is written.
    struct Coordinate: Hashable, Sendable {
        let text: String
        let value: Double

        /// Digits with a minus in front and a fraction, no exponent (RFC 5870, 3.3).
        init?(_ bytes: ArraySlice<UInt8>) {
            let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
            let (whole, fraction) = digits.cut(at: UInt8(ascii: "."))
            guard bytes.count <= 40, !whole.isEmpty, whole.allSatisfy(ASCII.isDigit),
                fraction.map({ !$0.isEmpty && $0.allSatisfy(ASCII.isDigit) }) ?? true,
                let value = Double(bytes.text)
            else { return nil }
            self.text = bytes.text
            self.value = value
        }
    }

    /// Latitude, longitude, and altitude if it is given.
    private(set) var coordinates: [Coordinate]
    private(set) var uncertainty: Coordinate?
    /// The coordinate reference system as written; nil for WGS 84 by default.
    private(set) var crs: String?
    /// What to look for there.
    private(set) var query: String?
    /// The name in `q=1,2(name)`.
    private(set) var label: String?
    private(set) var others: [URIText.Item] = []

    /// Returns nil for anything but two or three numbers with parameters.
    init?(_ rest: ArraySlice<UInt8>) {
        let (path, tail) = rest.cut(at: UInt8(ascii: "?"))
        let parts = path.split(separator: UInt8(ascii: ";"), maxSplits: 20, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
        coordinates = numbers.compactMap { Coordinate($0.trimmed) }
        guard 2...3 ~= numbers.count, coordinates.count == numbers.count else { return nil }
        for item in parts.dropFirst().flatMap({ URIText.items($0) }) {
            switch item.name {
            case "crs": crs = item.value
            case "u":
                uncertainty = Coordinate(item.value.utf8Slice)
                if uncertainty == nil { others.append(item) }
            default: others.append(item)
            }
        }
        // A plus is a blank there, and %2B a plus.
        let spaced = tail.map { $0.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 } }
        for item in spaced.map({ URIText.items($0[...]) }) ?? [] {
            if item.name == "q" { query = item.value } else { others.append(item) }
        }
        if let (pair, name) = query.flatMap(Self.labelled) {
            // Android's apps show what `q` says where both are given.
            if coordinates[0].value == 0, coordinates[1].value == 0 { coordinates = pair }
            (query, label) = (nil, name)
        }
    }

    /// `34.99,-106.61(Treasure)`, as Android writes a place with its name.
    private static func labelled(_ query: String) -> ([Coordinate], String?)? {
        let (pair, name) = query.utf8Slice.cut(at: UInt8(ascii: "("))
        let numbers = pair.split(separator: UInt8(ascii: ","), maxSplits: 2).compactMap { Coordinate($0.trimmed) }
        guard numbers.count == 2 else { return nil }
        return (numbers, name.map { ($0.last == UInt8(ascii: ")") ? $0.dropLast() : $0).text })
    }

    var isWGS84: Bool { crs.map { $0.lowercased() == "wgs84" } ?? true }
    var hasLatitude: Bool { abs(coordinates[0].value) <= 90 }
    var hasLongitude: Bool { abs(coordinates[1].value) <= 180 }

    /// `geo:0,0?q=…` means a search, not the Gulf of Guinea.
    var isOnlySearch: Bool { query != nil && coordinates[0].value == 0 && coordinates[1].value == 0 }

    /// Opening a map, and the desktop's program for places; none where there is no such place.
    var actions: [PayloadAction] {
        guard isWGS84, hasLatitude, hasLongitude else { return [] }
        let (latitude, longitude) = (coordinates[0].text, coordinates[1].text)
        let map =
            isOnlySearch
            ? "https://www.openstreetmap.org/search?query=" + URIText.encoded(query ?? "")
            : "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=16/\(latitude)/\(longitude)"
        var address = "geo:\(latitude),\(longitude)"
        if let name = query ?? label { address += "?q=" + URIText.encoded(name) }
        let open = WebAddress(absolute: map.utf8Slice).map { [$0.openAction(map)] } ?? []
        return open + URIText.handOver(.showInMapProgram, address)
    }
}
