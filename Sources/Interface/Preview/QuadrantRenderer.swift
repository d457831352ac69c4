import Surface

/// The picture in quarters of cells, each cell in two greys (U+2596–259F and the half blocks).
package struct QuadrantRenderer: BlockRenderer {
    package let name = "quadrants"
    package let title = "quadrants"
    package let samples = SampleDensity(across: 2, down: 2)

    /// Bits: upper left 1, upper right 2, lower left 4, lower right 8.
    package let characters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

    package init() {}
}
