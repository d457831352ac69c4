extension BinaryInteger {
    /// The number's digits, those above 9 as capitals, with zeros before them where there are fewer than `count`.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
