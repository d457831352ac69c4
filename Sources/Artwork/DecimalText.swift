/// Numbers as vector formats write them: at most four decimals, a point in every locale, no zeros at the end.
func decimal(_ number: Double) -> String {
    let scaled = Int((number * 10_000).rounded())
    let (whole, rest) = (abs(scaled) / 10_000, abs(scaled) % 10_000)
    var text = (scaled < 0 ? "-" : "") + String(whole)
    guard rest > 0 else { return text }
    var digits = String(rest)
    digits = "." + String(repeating: "0", count: 4 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    text += digits
    return text
}
