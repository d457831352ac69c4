/// What can be chosen of a kind; empty for a choice that it does not have.
package struct KindChoices: Sendable {
    /// Error correction, or the mode, lowest first.
    package var levels: [Choice] = []
    /// Versions and sizes; left out, the smallest that holds the content.
    package var sizes: [Choice] = []
    package var masks = 0
    /// Codewords per row, or characters per row.
    package var columns: ClosedRange<Int>?
    /// Check characters that are not always there.
    package var checks: [CheckScheme] = []
    /// Whether an Extended Channel Interpretation can stand before the content.
    package var takesECI = false
    /// The most symbols that one message can be spread over; 1 where it cannot.
    package var maximumParts = 1
    /// Whether a structured carrier message can stand before the content (MaxiCode).
    package var takesCarrier = false
    /// Whether bearer bars may lie along the bars' ends, or around them (ITF-14).
    package var takesBearer = false
    /// libzint's option_1 when no level is chosen; -1 for its own default.
    var defaultLevel = -1
    /// libzint's options 2 and 3 when no size is chosen.
    var defaultSize = Choice("", 0)

    /// Something that can be chosen, by its name.
    package struct Choice: Sendable {
        /// The name on the command line.
        package let name: String
        /// libzint's number of it.
        let value: Int
        /// libzint's option_3 that goes with a size.
        let third: Int

        init(_ name: String, _ value: Int, third: Int = 0) {
            (self.name, self.value, self.third) = (name, value, third)
        }
    }
}
