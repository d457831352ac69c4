import Surface

/// How the scanner's panes share the canvas: the picture has what it can fill, the other panes have the rest.
struct ScannerLayout: Equatable {
    /// Where the other panes are.
    enum Plan: Equatable {
        /// Right of the picture; the last scan below it where there are rows that it does not fill.
        case beside
        /// Below the picture: in a window that is higher than wide.
        case below
        /// One line below the picture; the history where the picture leaves columns blank: there is no room for more.
        case tiny
    }

    let plan: Plan
    /// What the panes share: all but the line of status and that of keys.
    private(set) var body = Rect.nothing
    private(set) var preview = Rect.nothing
    /// What is in view, or was scanned last; without a frame, one row high, in the plan `tiny`.
    private(set) var lastScan = Rect.nothing
    private(set) var history = Rect.nothing
    private(set) var status = Rect.nothing

    /// Columns of a picture for each of its rows: 4:3, in cells that are twice as high as wide.
    static let usualCellsAcross = 8.0 / 3
    /// From this width on, panes may be beside the picture.
    private static let minimumWidth = 72
    /// From so many rows on, panes may be below the picture.
    private static let minimumRows = 20
    /// From so many rows on, the last scan has three lines.
    private static let roomyRows = 30
    /// Rows of the last scan below the picture: room for large letters, in two lines or twice as large where nothing else wants it.
    private static let (lettersRows, largeLettersRows) = (5, 8)
    /// The columns of a history in a small window: the digits of an EAN-13 in a frame.
    private static let minimumTinySide = 15
    /// A history that is wider is not easier to read.
    private static let widestSide = 100
    /// What the picture keeps beside and above a history that the user has grown.
    private static let (minimumPictureColumns, minimumPictureRows) = (44, 10)
    /// What the history keeps, its frame among it.
    private static let (minimumSideColumns, minimumHistoryRows) = (20, 4)

    /// Columns of the picture for each of its rows, for the same panes in other sizes.
    private var across = usualCellsAcross

    /// The panes of a canvas, the one of the plans with the larger picture; the last row is left to the line of keys.
    ///
    /// - Parameter cellsAcross: how many columns the picture has for each of its rows.
    init(_ bounds: Rect, panes: ScannerPanes = ScannerPanes(), cellsAcross: Double = usualCellsAcross) {
        let across = cellsAcross.isFinite ? min(max(cellsAcross, 0.2), 50) : Self.usualCellsAcross
        let body = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 2)
        // The sizes that the user has chosen do not choose the plan: nothing leaps while an edge is moved.
        var usual = panes
        (usual.sideShare, usual.belowShare) = (nil, nil)
        var plans: [ScannerLayout] = []
        if body.width >= Self.minimumWidth { plans.append(Self(beside: body, usual, across)) }
        if body.height >= Self.minimumRows { plans.append(Self(below: body, usual, across)) }
        let best = plans.max { $0.pictureArea(across) < $1.pictureArea(across) }
        self = best?.changed(to: panes, in: body, across) ?? Self(tiny: body, panes, across)
        self.body = body
        self.across = across
        status = Rect(x: 0, y: body.bottom, width: bounds.width, height: 1)
    }

    /// The same window with its panes in other sizes.
    func changed(to panes: ScannerPanes) -> ScannerLayout { changed(to: panes, in: body, across) }

    private func changed(to panes: ScannerPanes, in body: Rect, _ across: Double) -> ScannerLayout {
        switch plan {
        case .beside: Self(beside: body, panes, across)
        case .below: Self(below: body, panes, across)
        case .tiny: Self(tiny: body, panes, across)
        }
    }

    /// Whether the mouse takes hold of the history's edge there: its frame, beside or above.
    func isEdge(_ place: MouseDrag.Place) -> Bool {
        guard !history.isEmpty else { return false }
        switch plan {
        case .beside: return place.column == history.x && place.row < body.bottom
        case .below: return place.row == history.y
        case .tiny: return false
        }
    }

    /// Cells that the picture fills.
    private func pictureArea(_ across: Double) -> Double {
        let width = min(Double(preview.width), Double(preview.height) * across)
        return width * width / across
    }

    private init(tiny body: Rect, _ panes: ScannerPanes, _ across: Double) {
        plan = .tiny
        let rows = panes.history || panes.lastScan ? 1 : 0
        let height = body.height - rows
        let spare = body.width - Int((Double(height) * across).rounded(.up))
        let side = panes.history && spare >= Self.minimumTinySide ? min(spare, Self.widestSide) : 0
        preview = Rect(x: 0, y: 0, width: body.width - side, height: height)
        history = Rect(x: preview.right, y: 0, width: side, height: side > 0 ? height : 0)
        lastScan = Rect(x: 0, y: preview.bottom, width: body.width, height: rows)
    }

    private init(below body: Rect, _ panes: ScannerPanes, _ across: Double) {
        plan = .below
        var lastRows = panes.lastScan ? Self.lettersRows : 0
        var historyRows = panes.history ? min(max(5, body.height / 4), 14) : 0
        let pictureRows = min(Int((Double(body.width) / across).rounded()), body.height - lastRows - historyRows)
        var spare = body.height - pictureRows - lastRows - historyRows
        if panes.lastScan, spare > 0 {
            let more = min(spare, Self.largeLettersRows - lastRows)
            (lastRows, spare) = (lastRows + more, spare - more)
        }
        if panes.history, let share = panes.belowShare {
            let most = body.height - lastRows - Self.minimumPictureRows
            historyRows = Self.part(share, of: body.height, Self.minimumHistoryRows, most)
            spare = body.height - pictureRows - lastRows - historyRows
        } else if panes.history {
            (historyRows, spare) = (historyRows + spare, 0)
        }
        // Less than nothing where the history was grown: the picture gives way.
        preview = Rect(x: 0, y: 0, width: body.width, height: pictureRows + spare)
        lastScan = Rect(x: 0, y: preview.bottom, width: body.width, height: lastRows)
        history = Rect(x: 0, y: lastScan.bottom, width: body.width, height: historyRows)
    }

    private init(beside body: Rect, _ panes: ScannerPanes, _ across: Double) {
        plan = .beside
        let fullWidth = Int((Double(body.height) * across).rounded(.up))
        // 34 columns of 80, 44 of 120: what a row of the history needs, and what is easily read.
        let minimumSide = min(max(30, 34 + (body.width - 80) / 4), 60)
        var sideWidth = panes.history ? max(minimumSide, body.width - fullWidth) : 0
        if !panes.history, panes.lastScan, body.width - fullWidth >= 30 { sideWidth = body.width - fullWidth }
        sideWidth = min(sideWidth, Self.widestSide)
        if panes.history, let share = panes.sideShare {
            sideWidth = Self.part(
                share, of: body.width, Self.minimumSideColumns, body.width - Self.minimumPictureColumns)
        }
        preview = Rect(x: 0, y: 0, width: body.width - sideWidth, height: body.height)
        var side = Rect(x: preview.right, y: 0, width: sideWidth, height: body.height)
        if panes.lastScan {
            let spare = body.height - Int((Double(preview.width) / across).rounded())
            let rows = sideWidth == 0 ? max(spare, Self.lastScanRows(body)) : spare
            if sideWidth == 0 || spare >= 4 {
                preview.height -= min(rows, 7)
                lastScan = Rect(x: 0, y: preview.bottom, width: preview.width, height: body.height - preview.height)
            } else {
                let rows = panes.history ? Self.lastScanRows(body) : body.height
                lastScan = Rect(x: side.x, y: 0, width: side.width, height: rows)
                side = Rect(x: side.x, y: rows, width: side.width, height: body.height - rows)
            }
        }
        if panes.history { history = side }
    }

    /// Columns or rows of a history that has `share` of the window, as far as the picture can do without them.
    private static func part(_ share: Double, of whole: Int, _ least: Int, _ most: Int) -> Int {
        let wanted = share.isFinite ? Int((min(max(0, share), 1) * Double(whole)).rounded()) : least
        return max(least, min(wanted, most))
    }

    /// Rows of the last scan's pane: one or two lines in a frame, or large digits.
    private static func lastScanRows(_ body: Rect) -> Int { body.height >= roomyRows ? 5 : 4 }
}

extension Rect {
    /// No cell at all.
    static let nothing = Rect(x: 0, y: 0, width: 0, height: 0)
}
