/// Numbers as vector formats write them: at most four decimals, a point in every locale, no zeros at the end.
func decimal(_ number: Double) -> String { decimal(number, places: 4) }

/// The same with at most so many decimals.
func decimal(_ number: Double, places: Int) -> String {
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((number * Double(unit)).rounded())
    let (whole, rest) = (abs(scaled) / unit, abs(scaled) % unit)
    var text = (scaled < 0 ? "-" : "") + String(whole)
    guard rest > 0 else { return text }
    var digits = String(rest)
    digits = "." + String(repeating: "0", count: places - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    text += digits
    return text
}
