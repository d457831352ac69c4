/// A number with at most `places` decimals, a point in every locale, and no zeros at the end.
///
/// - Parameter places: 4 by default, as vector formats have them.
package func decimal(_ number: Double, places: Int = 4) -> String {
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
