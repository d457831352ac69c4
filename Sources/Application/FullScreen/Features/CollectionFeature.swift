import Collections
import Dispatch
import Files
import Formats
import Foundation
import History
import Lookup
import Screens
import Services
import Surface
import Symbols

extension Command {
    static let collections = Command("collections")
}

/// Lists of things that people have: scans are added to them, and they are shown.
final class CollectionFeature: FeatureBase, Feature {
    static let purpose = "Collections"
    static let contexts: [KeyContext] = [.item]
    static let commands: [FeatureCommand<CollectionFeature>] = [
        FeatureCommand(.collections, [.scanner, .history], [], "Show collections, or scan into one") {
            $0.askCollections()
        }.inMenu("Collections").found(by: "list pantry stock records books inventory"),
        FeatureCommand(
            onScreen: .addToCollection, [.scanner, .history, .scan], [],
            "Add the scan, or marked scans, to a collection"
        ).found(by: "list pantry stock records books inventory"),
        FeatureCommand(onScreen: .open, [.report], [.enter], label: "change", "Change an item of the collection"),
        FeatureCommand(onScreen: .back, [.item], [.escape], label: "back", "Go back without changes"),
        FeatureCommand(onScreen: .saveItem, [.item], [.enter], label: "save", "Save the item"),
    ]

    private static let queue = DispatchQueue(label: "quietzone.collections")

    func follow(_ event: AppEvent) {
        guard case .session(.scan(let scan, let fate)) = event, model.door == nil,
            let name = model.collection.scannedInto
        else { return }
        switch fate {
        case .kept, .counted, .known, .waiting: add([scan.symbol.content], to: name)
        // Kinds that are not saved hold secrets as a rule.
        case .leftOut, .keptLater, .field, .seen: break
        }
    }

    func finish(within patience: Duration) -> String? {
        // What was scanned last is added before the program ends.
        Self.queue.finish(within: patience)
        jobs.followUp()
        return nil
    }

    func perform(_ effect: CollectionEffect) {
        switch effect {
        case .askAdding(let ids): askCollection("Add to which collection?", for: .add(ids: ids))
        case .ask(let name): ask(about: name)
        case .use(let name, let use): self.use(name, use)
        case .askNew(let use): askNew(use)
        case .askName(let template, let use):
            prompt("Name of the collection", hint: "Such as Pantry, Records or Shelf 3.") {
                [.collection(.make(name: $0, template: template, use))]
            }
        case .make(let name, let template, let use): make(name, template, use)
        case .stopScanning:
            model.collection.scannedInto = nil
            show(Notice("Scans are no longer added to a collection"))
        case .askItem(let name): askItem(of: name)
        case .editItem(let key): edit(key)
        case .changeItem(let key, let changes): change(key, changes)
        case .removeItem(let key): remove(key)
        case .askExport(let name):
            askForFile("Export the collection", name: "collection.csv") {
                [.collection(.export(name: name, path: $0, overwrite: false))]
            }
        case .export(let name, let path, let overwrite): export(name, to: path, overwrite: overwrite)
        }
    }

    /// Uses the collections beside the loop, one job after the other.
    func withStore<Value: Sendable>(
        for purpose: CollectionStore.Purpose = .changing, holdsKeys: Bool = true,
        _ work: @escaping @Sendable (CollectionStore) throws -> Value, failed: ((any Error) -> Void)? = nil,
        then next: @escaping (Value) throws -> Void
    ) {
        let path = app.start.collections
        runJob(
            on: Self.queue, holdsKeys: holdsKeys, { try work(try CollectionStore(path, for: purpose)) },
            failed: failed, then: next)
    }

    // MARK: - Choosing

    private func askCollections() { askCollection("Collections", for: nil) }

    /// Asks for a collection.
    ///
    /// - Parameter use: what it is for; nil to ask that, too.
    private func askCollection(_ title: String, for use: CollectionUse?) {
        withStore(for: .reading) {
            try $0.collections().map { ($0.collection.name, $0.items, $0.units) }
        } then: { [self] (found: [(name: String, items: Int, units: Int)]) in
            let hasServers = use == nil && !settings.inventory.isEmpty
            guard !found.isEmpty || hasServers else { return perform(.collection(.askNew(use ?? .show))) }
            let scanned = model.collection.scannedInto
            var options = found.map { collection in
                let items = collection.items == 1 ? "1 item" : "\(collection.items) items"
                let units = collection.units == collection.items ? "" : ", \(collection.units.pieces)"
                let state = collection.name == scanned ? ", scans are added" : ""
                return Pick.Option("=" + collection.name, collection.name, detail: items + units + state)
            }
            options.append(Pick.Option("", "New collection …", detail: "for music, books, a pantry, stock"))
            if hasServers {
                options.append(Pick.Option("servers", "Inventory servers …", detail: "let each scan act on one"))
            }
            pick(title, options) { id in
                if id == "servers" { return [.run(.inventory)] }
                let name = String(id.dropFirst())
                guard !id.isEmpty else { return [.collection(.askNew(use ?? .show))] }
                return [.collection(use.map { .use(name: name, $0) } ?? .ask(name: name))]
            }
        }
    }

    private func ask(about name: String) {
        let isScanned = model.collection.scannedInto == name
        pick(
            name,
            [
                .init("show", "Show its items"),
                isScanned
                    ? .init("stop", "Stop adding scans")
                    : .init("scan", "Add scans", detail: "each code is added to it"),
                .init("print", "Print labels of its items"), .init("export", "Export it as CSV"),
            ]
        ) {
            switch $0 {
            case "show": [.collection(.use(name: name, .show))]
            case "scan": [.collection(.use(name: name, .scan))]
            case "stop": [.collection(.stopScanning)]
            case "print": [.printing(.collection(name))]
            default: [.collection(.askExport(name: name))]
            }
        }
    }

    private func askNew(_ use: CollectionUse) {
        let details: [CollectionTemplate: String] = [
            .music: "by genre and artist, one of each", .books: "by author, one of each",
            .pantry: "by best-before date, counted", .stock: "by place, counted", .plain: "by name, counted",
        ]
        pick(
            "New collection: what is it for?",
            CollectionTemplate.allCases.map {
                .init(
                    $0.rawValue, $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst(), detail: details[$0] ?? ""
                )
            }
        ) { [.collection(.askName(template: $0, use))] }
    }

    private func make(_ name: String, _ template: String, _ use: CollectionUse) {
        let name = name.trimmingBlanks
        withStore {
            try $0.make(try ItemCollection(name, template: CollectionTemplate(rawValue: template) ?? .plain))
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] in
            display.stack.acceptAnswer()
            show(Notice("“\(name)” created"))
            self.use(name, use)
        }
    }

    private func use(_ name: String, _ use: CollectionUse) {
        switch use {
        case .add(let ids):
            askHistory(holdsKeys: true) {
                try $0.entries(of: .ids(ids)).map(\.scan.symbol.content)
            } then: { [self] in
                add($0, to: name)
            }
        case .scan:
            model.collection.scannedInto = name
            show(Notice("Scans are added to “\(name)”"))
        case .show: showItems(of: name)
        }
    }

    // MARK: - Items

    /// Adds what symbols say.
    private func add(_ contents: [SymbolContent], to name: String) {
        let texts = contents.compactMap(\.text)
        guard !texts.isEmpty else { return warn("Binary content cannot be added to a collection") }
        let engine = lookups
        withStore(holdsKeys: false) { store in
            let engine = try? engine()
            let items = try texts.map { text in
                let code = try ItemCode(text)
                var item = Item(code: code.text, bestBefore: code.bestBefore, added: Timestamp(Date()))
                if let lot = code.lot { item.values["lot"] = lot }
                if let number = code.number, let hit = Self.hit(number, engine) { item.take(hit) }
                return item
            }
            return try store.add(items, to: name)
        } then: { [self] additions in
            show(Notice("\(name): \(Self.words(additions))"))
        }
    }

    private var lookups: @Sendable () throws -> LookupEngine {
        { [settings, lookups = app.start.lookups] in try lookups(settings) }
    }

    /// What is known of a product without asking anybody.
    private static func hit(_ number: ProductNumber, _ engine: LookupEngine?) -> ProductHit? {
        if case .found(let hits)? = try? engine?.answer(for: number) { hits.first } else { nil }
    }

    /// What became of items, in a line: `Oat drink: now 3`, `5 added, 2 already there`.
    private static func words(_ additions: [Addition]) -> String {
        if additions.count == 1, let addition = additions.first {
            let title = addition.item.title.isEmpty ? addition.item.code : addition.item.title
            let shown = SafeText.visible(title.singleLine(limit: 60))
            return addition.outcome == .raised
                ? "\(shown), now \(addition.item.quantity)" : "\(shown) \(addition.outcome.rawValue)"
        }
        let outcomes: [Addition.Outcome] = [.added, .raised, .completed, .alreadyThere]
        return outcomes.compactMap { outcome in
            let count = additions.count { $0.outcome == outcome }
            return count == 0 ? nil : "\(count) \(outcome.rawValue)"
        }.joined(separator: ", ")
    }

    /// - Parameter replaces: whether it takes the place of the screen on top; default false.
    func showItems(of name: String, replaces: Bool = false) {
        let items = namedItems(of: name)
        withStore(for: .reading) { store in
            CollectionReport(try store.collection(name), try items(store), today: .today)
        } then: { [self] report in
            let screen = ReportScreen(title: name, report)
            if replaces { display.stack.replaceTop(with: screen) } else { display.push(screen) }
            display.needsDrawing = true
        }
    }

    /// The items of a collection with the names that have become known since.
    func namedItems(of name: String) -> @Sendable (CollectionStore) throws -> [Item] {
        let engine = lookups
        return { store in
            let engine = try? engine()
            return try store.items(of: name).map { item in
                var item = item
                if item.facts.list.isEmpty, let number = item.number, let hit = Self.hit(number, engine) {
                    item.take(hit)
                }
                return item
            }
        }
    }

    private func export(_ name: String, to typed: String, overwrite: Bool) {
        let collections = app.start.collections
        writeFile(typed, name: "collection.csv", overwrite: overwrite) {
            .collection(.export(name: name, path: $0, overwrite: true))
        } _: { path in
            let store = try CollectionStore(collections, for: .reading)
            let items = try store.items(of: name)
            let rows = ItemForm.csv.rows(for: items, of: try store.collection(name))
            let bytes = rows.flatMap { Array((CSVRow.text($0) + "\r\n").utf8) }
            _ = try ExportFile.write(to: path, overwrite: overwrite) { sink in
                try bytes.withUnsafeBytes { try sink($0) }
            }
            return items.count
        } done: { [self] count, path in
            show(Notice("\(count == 1 ? "1 item" : "\(count) items") written to \(SaveTarget.shown(path))"))
        }
    }
}
