import Surface

/// The picture in quarters of cells, each cell in two greys (U+2596–259F and the half blocks).
public struct QuadrantRenderer: BlockRenderer {
    /// `quadrants`.
    public let name = "quadrants"
    /// In notices.
    public let title = "quadrants"
    /// Four for each cell, two beside each other.
    public let samples = SampleDensity(across: 2, down: 2)

    /// Bits: upper left 1, upper right 2, lower left 4, lower right 8.
    public let characters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

    /// Draws with U+2580–259F.
    public init() {}
}
