/// Which panes the scanner has beside its picture, and how large the user has made them: in shares of the window, so that they mean
/// something in another one, too.
package struct ScannerPanes: Hashable, Sendable, Codable {
    package var history: Bool
    package var lastScan: Bool
    /// The share of the columns that the history has beside the picture; nil: what the picture does not fill.
    package var sideShare: Double?
    /// The share of the rows that the history has below the picture; nil: what the picture does not fill.
    package var belowShare: Double?

    /// All panes in the sizes that the picture leaves them.
    package init(history: Bool = true, lastScan: Bool = true, sideShare: Double? = nil, belowShare: Double? = nil) {
        self.history = history
        self.lastScan = lastScan
        self.sideShare = sideShare
        self.belowShare = belowShare
    }
}

extension ScannerPanes {
    /// Columns or rows that a key gives to the history.
    private static let (columnStep, rowStep) = (4, 2)

    /// Gives the history so many steps more of the window, which `layout` shares out; fewer when negative. Says in a line why nothing
    /// changed.
    mutating func grow(by steps: Int, in layout: ScannerLayout) -> String? {
        guard !layout.history.isEmpty else {
            return history ? "This window has no room for the history" : "The history is hidden"
        }
        let edge =
            layout.plan == .beside
            ? layout.history.x - steps * Self.columnStep : layout.history.y - steps * Self.rowStep
        let size = historySize(layout)
        moveEdge(to: edge, in: layout)
        if historySize(layout.changed(to: self)) != size { return nil }
        return steps > 0 ? "The picture needs the rest of the window" : "The history pane cannot be smaller"
    }

    /// Puts the edge of the history on a column, or a row where it is below the picture.
    mutating func moveEdge(to place: Int, in layout: ScannerLayout) {
        let body = layout.body
        switch layout.plan {
        case .beside: sideShare = Self.share(body.width - place, of: body.width)
        case .below: belowShare = Self.share(body.height - place, of: body.height)
        case .tiny: break
        }
    }

    private func historySize(_ layout: ScannerLayout) -> Int {
        layout.plan == .beside ? layout.history.width : layout.history.height
    }

    private static func share(_ part: Int, of whole: Int) -> Double {
        whole <= 0 ? 0 : min(max(0, Double(part) / Double(whole)), 1)
    }
}
