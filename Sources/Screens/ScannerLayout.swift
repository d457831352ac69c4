import Surface

/// How the scanner's panes share the canvas.
struct ScannerLayout: Equatable {
    var preview: Rect
    var lastScan: Rect
    var history: Rect
    var status: Rect

    /// Beside each other from this width on, below each other under it.
    static let wide = 90

    /// The panes of a canvas; the last row is left to the line of keys.
    init(_ bounds: Rect, showsHistory: Bool) {
        let body = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 2)
        status = Rect(x: 0, y: body.bottom, width: bounds.width, height: 1)
        let lastHeight = body.height >= 30 ? 5 : body.height >= 18 ? 4 : 3
        var left = body
        history = Rect(x: 0, y: 0, width: 0, height: 0)
        if showsHistory {
            if bounds.width >= Self.wide {
                let width = min(64, bounds.width * 38 / 100)
                history = Rect(x: body.right - width, y: 0, width: width, height: body.height)
                left.width -= width
            } else {
                let height = min(12, body.height / 3)
                history = Rect(x: 0, y: body.bottom - height, width: body.width, height: height)
                left.height -= height
            }
        }
        lastScan = Rect(x: left.x, y: left.bottom - lastHeight, width: left.width, height: lastHeight)
        preview = Rect(x: left.x, y: left.y, width: left.width, height: left.height - lastHeight)
    }
}
