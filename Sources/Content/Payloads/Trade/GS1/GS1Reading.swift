import Formats

/// A value as people read it, with what is to be said of it today.
struct GS1Reading: Equatable {
    var text: String
    var note: Note?
    /// Whether it is a date until which something was to be used, and that is over.
    private(set) var isExpired = false

    /// The value of a well-formed element.
    init(_ element: GS1Element, today: CivilDate) {
        let parts = element.parts
        self.init(text: element.value)
        guard let rule = element.rule, element.isWellFormed, let first = parts.first else { return }
        switch element.identifier {
        case "11", "12", "13", "15", "16", "17", "7003", "7006", "7011":
            guard let date = GS1Date(first, today: today)?.date else { return }
            text = Self.moment(parts, today)
            note = Self.note(on: date, element.identifier, today)
            isExpired = ["17", "7003"].contains(element.identifier) && date < today
        case "3100"..."3699": text = Self.decimal(first, places: element.places) + " " + rule.names.unit
        case "3900"..."3999": text = Self.amount(parts, element)
        case "421": text = parts.dropFirst().map(\.text).joined() + ", " + Self.country(first)
        case "422"..."426": text = parts.map(Self.country).joined(separator: ", ")
        case "4307", "4317": text = ISOCodes.countriesByLetters[element.value] ?? element.value
        case "4309":
            guard parts.count == 2, let latitude = parts[0].decimal, let longitude = parts[1].decimal else { return }
            text =
                Self.degrees(latitude - 900_000_000) + ", "
                + Self.degrees(longitude > 1_800_000_000 ? longitude - 3_600_000_000 : longitude)
        case "4321", "4322", "4323": text = element.value == "1" ? "yes" : "no"
        case "4324", "4325", "4326": text = Self.moment(parts, today)
        case "4330"..."4333":
            text = (parts.count > 1 ? "-" : "") + Self.decimal(first, places: 2)
            text += ["4330", "4332"].contains(element.identifier) ? " °F" : " °C"
        case "7007":
            let days = parts.map { GS1Date($0, today: today)?.text ?? $0.text }
            text = days.joined(separator: " to ")
            if days.count == 2, days[0] > days[1] { note = .endsBeforeItBegins }
        case "7030"..."7039" where parts.count == 2:
            text = "\(parts[1].text), " + (first.text == "999" ? "several countries" : Self.country(first))
        case "7230"..."7239" where parts.count == 2: text = "\(parts[0].text) \(parts[1].text)"
        case "7250", "7251":
            let digits = first.text
            guard digits.utf8.count == 8 else { return }
            text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
            if text > today.description { note = .inTheFuture }
            if parts.count > 1 { text += " " + Self.time(parts[1]) }
        case "7252":
            text =
                ["0": "not known", "1": "male", "2": "female", "9": "not applicable"][element.value] ?? element.value
        case "8001" where parts.count == 5: text = Self.roll(parts)
        case "8006", "8026":
            guard parts.count == 2, let piece = parts[1].prefix(2).decimal, let total = parts[1].suffix(2).decimal
            else { return }
            text = "\(first.text), piece \(piece) of \(total)"
        case "8008": text = Self.moment([first, parts.dropFirst().reduce([]) { $0 + $1 }], today)
        case "4300"..."4399", "7200"..."7299": text = Self.decoded(element)
        default: break
        }
    }

    init(text: String, note: Note? = nil) { (self.text, self.note) = (text, note) }

    /// The digits with a decimal point before the last `places` of them, without zeros that say nothing.
    static func decimal(_ digits: ArraySlice<UInt8>, places: Int) -> String {
        let padded = repeatElement(UInt8(ascii: "0"), count: max(0, places + 1 - digits.count)) + digits
        let whole = padded.dropLast(places).drop { $0 == UInt8(ascii: "0") }
        let fraction = padded.suffix(places)
        return (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self))
            + (places == 0 ? "" : "." + String(decoding: fraction, as: UTF8.self))
    }
}

extension GS1Element {
    /// The decimal places that the last digit of the identifier tells.
    fileprivate var places: Int { Int(identifier.suffix(1)) ?? 0 }
}

extension GS1Reading {
    /// What a date means today: a limit that has passed or comes, or a day that cannot have been yet.
    private static func note(on date: CivilDate, _ identifier: String, _ today: CivilDate) -> Note? {
        let distance = date.distance(from: today)
        let isPast = date < today
        switch identifier {
        case "17", "7003": return .expiry(date, today)
        case "15":
            if date == today { return .bestBeforeToday }
            return isPast ? .bestBefore(date, ago: distance) : .due(in: distance)
        case "12", "16", "7011":
            if date == today { return .today }
            return isPast ? .passed(ago: distance) : .due(in: distance)
        default: return date > today ? .inTheFuture : nil
        }
    }

    private static func amount(_ parts: [ArraySlice<UInt8>], _ element: GS1Element) -> String {
        let amount = decimal(parts.last ?? [], places: element.places)
        switch element.identifier.prefix(3) {
        case "391", "393": return amount + " " + (ISOCodes.currencies[parts[0].text] ?? parts[0].text)
        case "394": return amount + " %"
        default: return amount
        }
    }

    private static func country(_ digits: ArraySlice<UInt8>) -> String {
        ISOCodes.countriesByDigits[digits.text] ?? digits.text
    }

    /// Ten-millionths of a degree as degrees.
    private static func degrees(_ value: Int) -> String {
        (value < 0 ? "-" : "") + decimal(String(abs(value)).utf8Slice, places: 7)
    }

    /// Width, length, core, winding and splices of a roll.
    private static func roll(_ parts: [ArraySlice<UInt8>]) -> String {
        let winding = ["0": "face out", "1": "face in", "9": "undefined"][parts[3].text] ?? parts[3].text
        let numbers = parts.map { String($0.decimal ?? 0) }
        return "\(numbers[0]) mm wide, \(numbers[1]) m long, core \(numbers[2]) mm, wound \(winding)"
            + (parts[4].text == "9" ? "" : ", \(numbers[4]) splices")
    }

    /// Percent signs resolved and plus signs as blanks, where the identifier's texts are written so.
    private static func decoded(_ element: GS1Element) -> String {
        guard element.problems.isEmpty,
            element.rule?.components.contains(where: { $0.checks.contains(.pcenc) }) ?? false
        else { return element.value }
        let bytes = Array(element.value.utf8).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: bytes[...].percentDecoded, as: UTF8.self)
    }

    /// `2026-01-02 10:30` from a date and the digits of a time, which may be missing.
    private static func moment(_ parts: [ArraySlice<UInt8>], _ today: CivilDate) -> String {
        let date = GS1Date(parts[0], today: today)?.text ?? parts[0].text
        return parts.count > 1 ? date + " " + time(parts[1]) : date
    }

    /// `10:30` from `1030`; `10 h` from `10`.
    private static func time(_ digits: ArraySlice<UInt8>) -> String {
        if digits.count == 2 { return digits.text + " h" }
        return stride(from: digits.startIndex, to: digits.endIndex, by: 2)
            .map { digits[$0..<Swift.min($0 + 2, digits.endIndex)].text }.joined(separator: ":")
    }
}
