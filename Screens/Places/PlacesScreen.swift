import Formats
import Places
import Surface
import Widgets

extension KeyContext {
    package static let places = KeyContext(title: "Places")
}

extension Command {
    package static let mapWest = Command("map-west")
    package static let mapEast = Command("map-east")
    package static let mapNorth = Command("map-north")
    package static let mapSouth = Command("map-south")
    package static let mapReset = Command("map-reset")
}

/// A place in the list.
package struct PlaceRow: ListRow {
    package let place: Place
    /// Where it is, seen from this machine; nil where that is not known.
    package let near: PlaceList.Near?

    package var id: String { place.id }

    /// A place, with its distance where it is known.
    package init(_ place: Place, near: PlaceList.Near? = nil) { (self.place, self.near) = (place, near) }
}

/// The places: a list by distance, and a map.
package struct PlacesScreen: Screen {
    private var list = ListView<PlaceRow>()
    private var map = PlaceMap()
    /// Whether the map shows all places; else what the user wants of it.
    private var fitsAll = true

    /// Columns of the list beside the map, and what the screen needs for both.
    private static let listWidth = 38
    private static let leastWidth = 72
    private static let leastHeight = 16

    package init() {}

    package var context: KeyContext { .places }

    /// Moves the selection, asks what to do with a place, or moves the map.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let rows = model.places.rows
        if let movement = Movement(command) {
            list.move(movement, in: rows)
            if let point = list.current(in: rows)?.place.point { map.show(point) }
            return []
        }
        switch command {
        case .back: return [.pop]
        case .open: return list.current(in: rows).map { [.places(.ask(id: $0.id))] } ?? []
        case .increase: moveMap { $0.zoom(by: -1) }
        case .decrease: moveMap { $0.zoom(by: 1) }
        case .mapWest: moveMap { $0.pan(columns: -1, rows: 0) }
        case .mapEast: moveMap { $0.pan(columns: 1, rows: 0) }
        case .mapNorth: moveMap { $0.pan(columns: 0, rows: -1) }
        case .mapSouth: moveMap { $0.pan(columns: 0, rows: 1) }
        case .mapReset: fitsAll = true
        default: return [.run(command)]
        }
        return []
    }

    private mutating func moveMap(_ move: (inout PlaceMap) -> Void) {
        fitsAll = false
        move(&map)
    }

    /// Without places there is nothing to open, and without points no map.
    package func idle(_ model: AppModel) -> Set<Command> {
        var idle: Set<Command> = []
        if model.places.rows.isEmpty { idle.insert(.open) }
        if !model.places.rows.contains(where: { $0.place.point != nil }) {
            idle.formUnion([.increase, .decrease, .mapWest, .mapEast, .mapNorth, .mapSouth, .mapReset])
        }
        return idle
    }

    /// Selects a row, or does with the one that is selected already what Enter does.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        fit(bounds, context: context)
        let click = list.click(column, row, in: areas(bounds).list, context.model.places.rows)
        return click == .activated ? handle(.open, model: context.model) : []
    }

    /// Scrolls the list, or zooms the map.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        if areas(bounds).map?.contains(column, row) ?? false {
            moveMap { $0.zoom(by: notches) }
        } else {
            list.wheel(by: notches, in: context.model.places.rows)
        }
        return []
    }

    /// The list and the map learn how much room they have.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        let areas = areas(bounds)
        list.fit(context.model.places.rows, in: areas.list)
        guard let area = areas.map?.inset(columns: 1, rows: 1) else { return }
        map.resize(width: area.width, height: area.height, cellAspect: context.cellAspect)
        guard fitsAll else { return }
        let places = context.model.places
        map.fit(places.rows.compactMap(\.place.point) + [places.position?.point].compactMap(\.self))
    }

    /// The list on the left and the map on the right, or one above the other; without room the list alone.
    private func areas(_ bounds: Rect) -> (list: ScrollArea, map: Rect?) {
        let frame = bounds.aboveKeys
        if frame.width >= Self.leastWidth {
            let left = Rect(x: frame.x, y: frame.y, width: Self.listWidth, height: frame.height)
            let right = Rect(x: left.right, y: frame.y, width: frame.width - left.width, height: frame.height)
            return (.framed(left, margin: 2, footer: 1), right)
        }
        guard frame.height >= Self.leastHeight else { return (.framed(frame, margin: 2, footer: 1), nil) }
        let upper = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height / 2)
        let lower = Rect(x: frame.x, y: upper.bottom, width: frame.width, height: frame.height - upper.height)
        return (.framed(upper, margin: 2, footer: 1), lower)
    }

    /// Draws the list and the map.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let areas = areas(canvas.bounds)
        let places = context.model.places
        let rows = places.rows
        if let frame = areas.list.frame {
            canvas.frame(frame, context.theme[.border], title: "Places")
            let y = frame.bottom - 2
            let (line, role) = Self.about(places)
            canvas.write(line, x: frame.x + 2, y: y, context.theme[role], limit: frame.width - 4)
        }
        let content = areas.list.content
        if rows.isEmpty, !content.isEmpty {
            let lines = Paragraph.wrap(
                "There are no places yet: `quietzone places add` adds one.", width: content.width,
                maximum: content.height)
            canvas.write(lines, in: content, context.theme[.faint])
        }
        list.render(rows, into: &canvas, area: areas.list, theme: context.theme) { canvas, row, place in
            Self.draw(row, isCurrent: row.id == places.id, into: &canvas, place)
        }
        guard let frame = areas.map else { return }
        canvas.frame(frame, context.theme[.border], title: "Map")
        let area = frame.inset(columns: 1, rows: 1)
        guard rows.contains(where: { $0.place.point != nil }) || places.position != nil else {
            canvas.write(
                "No place has a position.", x: area.x + 1, y: area.y, context.theme[.faint], limit: area.width - 2)
            return
        }
        map.draw(
            rows.map(\.place), selected: list.current(in: rows)?.id, position: places.position, into: &canvas,
            area: area, theme: context.theme)
    }

    /// Where this machine is, or why that is not known.
    private static func about(_ places: PlacesModel) -> (String, Role) {
        if let problem = places.problem { return (problem, .warning) }
        guard let position = places.position else {
            return (places.isLocating ? "Waiting for a position" : "No source of positions is set", .faint)
        }
        let accuracy = position.accuracy > 0 ? " ± \(DistanceText.text(position.accuracy))" : ""
        return ("▲ \(position.point.text)\(accuracy)", .good)
    }

    private static func draw(_ row: PlaceRow, isCurrent: Bool, into canvas: inout Canvas, _ place: RowPlace) {
        let rect = place.rect
        let distance =
            row.near.map { "\(DistanceText.text($0.distance)) \(Compass.letters(of: $0.bearing))" } ?? row.place.zone
        let shown = Canvas.fitting(distance, width: rect.width / 3)
        let width = rect.width - shown.count - 1
        canvas.write((isCurrent ? "● " : "  ") + row.place.name, x: rect.x, y: rect.y, place.style(.text), limit: width)
        canvas.write(shown, endingAt: rect.right, y: rect.y, place.style(.faint))
    }
}
