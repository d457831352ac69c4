import Files

/// Where labels lie on a page, in millimetres from its upper left corner.
///
///     let sheet = try LabelSheet.named("L7160").layout
///     sheet.origin(of: 3)          // (7.21, 53.25): the first one of the second row
package struct PageLayout: Hashable, Sendable {
    package let name: String
    /// The page; the height of a roll that is cut behind each label is that of the label.
    package let page: PaperSize
    package let columns: Int
    package let rows: Int
    package let label: PaperSize
    /// From the page's edge to the first label.
    package let left, top: Double
    /// From a label's edge to that of the next one.
    package let pitchX, pitchY: Double
    package let feed: Feed

    /// How pages come.
    package enum Feed: Sendable {
        case sheets
        /// A roll of labels, or one that is cut after a fixed length.
        case roll
        /// A roll that is cut behind each label, which is as long as what stands on it.
        case continuousRoll
    }

    package static let maximumLabels = 10_000

    /// - Throws: `UserError` where labels are too many, overlap, or reach over the page's edge by more than 0.1 mm.
    package init(
        name: String, page: PaperSize, columns: Int, rows: Int, label: PaperSize, left: Double, top: Double,
        pitchX: Double, pitchY: Double, feed: Feed = .sheets
    ) throws(UserError) {
        (self.name, self.page, self.columns, self.rows, self.label) = (name, page, columns, rows, label)
        (self.left, self.top, self.pitchX, self.pitchY, self.feed) = (left, top, pitchX, pitchY, feed)
        guard (1...1000).contains(columns), (1...1000).contains(rows), columns * rows <= Self.maximumLabels else {
            throw UserError("\(name): a page has 1 to \(Self.maximumLabels) labels")
        }
        guard left >= 0, top >= 0, label.width > 0, label.height > 0 else {
            throw UserError("\(name): margins and sizes cannot be negative")
        }
        guard columns == 1 || pitchX >= label.width - 0.01, rows == 1 || pitchY >= label.height - 0.01 else {
            throw UserError("\(name): its labels overlap: the pitch is a label and its gutter")
        }
        let (width, height) = (
            left + Double(columns - 1) * pitchX + label.width, top + Double(rows - 1) * pitchY + label.height
        )
        guard width <= page.width + 0.1, height <= page.height + 0.1 else {
            throw UserError(
                "\(name): its labels need \(millimetres(width)) × \(millimetres(height)) mm, and the page has \(millimetres(page.width)) × \(millimetres(page.height))"
            )
        }
    }

    package var capacity: Int { columns * rows }

    /// The upper left corner of a label, row by row from 0.
    package func origin(of place: Int) -> (x: Double, y: Double) {
        (left + Double(place % columns) * pitchX, top + Double(place / columns) * pitchY)
    }

    /// A roll: `62` is cut behind each label, `62x29` has labels of a fixed length.
    ///
    /// - Throws: `UserError` for other texts.
    package static func roll(_ text: String) throws(UserError) -> PageLayout {
        let sides = PaperSize.sides(text)
        guard sides.count == 1 || sides.count == 2 else {
            throw UserError(
                "\(UserError.quoted(text)) is not a roll: use its width in millimetres, such as 62, or its label size, such as 62x29"
            )
        }
        let isContinuous = sides.count == 1
        let label = PaperSize(width: sides[0], height: isContinuous ? 2000 : sides[1])
        return try PageLayout(
            name: "roll \(sides.map(millimetres).joined(separator: "×"))", page: label, columns: 1, rows: 1,
            label: label,
            left: 0, top: 0, pitchX: label.width, pitchY: label.height, feed: isContinuous ? .continuousRoll : .roll)
    }

    /// Plain paper with as many labels of a size as it takes.
    ///
    /// - Parameters:
    ///   - label: nil for one as large as the margins leave.
    ///   - margin: what stays free at each edge.
    ///   - gutter: what stays free between labels.
    /// - Throws: `UserError` where not even one fits.
    package static func plain(
        _ page: PaperSize, name: String, label: PaperSize?, margin: Double, gutter: Double
    ) throws(UserError) -> PageLayout {
        let (width, height) = (page.width - 2 * margin, page.height - 2 * margin)
        guard width > 0, height > 0 else {
            throw UserError("\(name): margins of \(millimetres(margin)) mm leave no room on the page")
        }
        let label = label ?? PaperSize(width: width, height: height)
        // What is off by less than a thousandth is arithmetic.
        let columns = Int((width + gutter + 0.001) / (label.width + gutter))
        let rows = Int((height + gutter + 0.001) / (label.height + gutter))
        guard columns >= 1, rows >= 1 else {
            throw UserError(
                "\(name): no label of \(millimetres(label.width)) × \(millimetres(label.height)) mm fits between margins of \(millimetres(margin)) mm"
            )
        }
        return try PageLayout(
            name: name, page: page, columns: columns, rows: rows, label: label, left: margin, top: margin,
            pitchX: label.width + gutter, pitchY: label.height + gutter)
    }
}

extension PageLayout {
    /// A sheet of the user's own.
    ///
    /// - Parameters:
    ///   - left: from the page's edge to the first label; nil for labels in the middle.
    ///   - top: the same from above.
    ///   - gutter: what lies between labels.
    /// - Throws: `UserError` where its labels do not fit.
    package static func grid(
        name: String, page: PaperSize, columns: Int, rows: Int, label: PaperSize, left: Double?, top: Double?,
        gutter: (x: Double, y: Double)
    ) throws(UserError) -> PageLayout {
        let width = Double(columns) * (label.width + gutter.x) - gutter.x
        let height = Double(rows) * (label.height + gutter.y) - gutter.y
        return try PageLayout(
            name: name, page: page, columns: columns, rows: rows, label: label,
            left: left ?? max(0, (page.width - width) / 2), top: top ?? max(0, (page.height - height) / 2),
            pitchX: label.width + gutter.x, pitchY: label.height + gutter.y)
    }
}
