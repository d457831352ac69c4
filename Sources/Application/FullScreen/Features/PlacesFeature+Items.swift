import Collections
import Files
import Formats
import Foundation
import History
import Lookup
import Payloads
import Places
import Screens
import Services
import Surface
import Symbols

extension Command {
    static let placeItems = Command("place-items")
    static let basket = Command("basket")
}

/// What is at the place that scans belong to: the items of its collection, and the basket of what was scanned there.
extension PlacesFeature {
    /// The collection of the current place; nil where it has none, or none is known.
    private var collection: String? { model.places.id.flatMap { list?[$0]?.links[.collection] } }

    func showItems() {
        withPlaces { [self] _ in
            guard let place = model.places.place else {
                return show(Notice("Scans belong to no place: choose one first"))
            }
            guard let collection else {
                return show(Notice("\(place) has no collection: `quietzone places add` gives it one by --collection"))
            }
            let (path, shelf) = (app.start.collections, model.places.shelf)
            runJob(holdsKeys: true) {
                PlaceReport(collection, try CollectionStore(path, for: .reading).items(of: collection), shelf: shelf)
            } then: { [self] report in
                display.push(ReportScreen(title: [place, shelf].compactMap(\.self).joined(separator: " › "), report))
            }
        }
    }

    /// Looks a scan up in the collection of its place, shows what it is, and puts it into the basket.
    func lookUp(_ content: SymbolContent, scan: Int64?) {
        let payload = Payload.parse(content)
        guard let id = model.places.id, model.door == nil, !payload.kind.mayHoldSecret else { return }
        let (place, shelf, serial) = (model.places.place ?? id, model.places.shelf, payload.serialNumber)
        func show(_ item: String) {
            guard let scan else { return }
            model.places.add(ScanLayers(place: place, shelf: shelf, item: item, serial: serial), scan: scan)
            display.needsDrawing = true
        }
        show(payload.summary)
        let (links, code) = (list?[id]?.links ?? [:], content.text.flatMap { try? ItemCode($0) })
        let (collections, products) = (app.start.collections, app.start.products)
        guard !links.isEmpty else { return }
        runJob(holdsKeys: false) {
            try Self.item(links, code, ProductNumber(payload), collections, products)
        } failed: { _ in
            // A collection or a list that is not there has no items.
        } then: { [self] (item: PlaceItem?) in
            guard let item, id == model.places.id else { return }
            model.places.basket.add(code: item.code, title: item.title, price: item.price)
            show(item.line)
        }
    }

    /// What a code stands for at a place.
    private struct PlaceItem: Sendable {
        let code: String
        let title: String
        let price: String?
        /// With its price and what else is to be known of it.
        let line: String
    }

    /// The item of the place's collection; otherwise the product of its price list.
    private static func item(
        _ links: [PlaceLink: String], _ code: ItemCode?, _ number: ProductNumber?, _ collections: String,
        _ products: String
    ) throws -> PlaceItem? {
        if let name = links[.collection], let code,
            let item = try? CollectionStore(collections, for: .reading).items(of: name, code: code.text).first
        {
            let line = PlaceReport.line(of: item)
            return PlaceItem(code: item.code, title: item.title, price: item["price"], line: line)
        }
        guard let name = links[.priceList], let number,
            let hit = try OfflineProducts(in: products).hits(for: number, in: name).first
        else { return nil }
        let line = [hit.title, hit.facts[.price], hit.facts[.note]].compactMap(\.self).joined(separator: ", ")
        return PlaceItem(code: number.text, title: hit.title, price: hit.facts[.price], line: line)
    }

    // MARK: - The basket

    func showBasket() {
        display.push(ReportScreen(title: "Basket", BasketReport(model.places.basket)))
    }

    func askAboutBasket() {
        let receipt = receipt
        pick(
            "Basket",
            [
                .init("code", "Show the receipt as a QR Code"), .init("print", "Print the receipt"),
                .init("copy", "Copy the receipt"),
                .init("export", "Export it as CSV"), .init("empty", "Empty the basket"),
            ]
        ) {
            switch $0 {
            case "code": [.code(.showText(receipt, title: "Receipt"))]
            case "print": [.places(.printReceipt)]
            case "copy": [.file(.copy(receipt))]
            case "export": [.places(.askExport)]
            default: [.places(.emptyBasket)]
            }
        }
    }

    /// The receipt of the basket, as it is now.
    var receipt: String { model.places.basket.receipt(place: model.places.place ?? "", time: Self.now) }

    private static var now: String {
        let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateTimeSeparator(.space)
            .time(includingFractionalSeconds: false)
        return Date().formatted(style)
    }

    func askExport() {
        askForFile("Export the basket", name: "basket.csv") { [.places(.export(path: $0, overwrite: false))] }
    }

    func export(to typed: String, overwrite: Bool) {
        let basket = model.places.basket
        writeFile(typed, name: "basket.csv", overwrite: overwrite) {
            .places(.export(path: $0, overwrite: true))
        } _: { path in
            let bytes = basket.rows.flatMap { Array((CSVRow.text($0) + "\r\n").utf8) }
            _ = try ExportFile.write(to: path, overwrite: overwrite) { sink in
                try bytes.withUnsafeBytes { try sink($0) }
            }
            return basket.lines.count
        } done: { [self] count, path in
            show(Notice("\(count == 1 ? "1 line" : "\(count) lines") written to \(SaveTarget.shown(path))"))
        }
    }
}
