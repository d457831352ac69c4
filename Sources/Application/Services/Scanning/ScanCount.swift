extension Int {
    /// As a number of scans: `1 scan`, `12 scans`.
    package var scans: String { self == 1 ? "1 scan" : "\(self) scans" }
    /// As a number of things: `1 piece`, `12 pieces`.
    package var pieces: String { self == 1 ? "1 piece" : "\(self) pieces" }
}
