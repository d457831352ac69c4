import Config
import History
import Lookup
import Payloads
import Screens
import Services
import Surface

extension Command {
    static let productProviders = Command("product-providers")
    static let waitingLookups = Command("waiting-lookups")
}

/// What a product's number stands for: looked up beside the loop, shown with its scans, and found by its name.
final class LookupFeature: FeatureBase, Feature {
    static let purpose = "This scan"
    static let commands: [FeatureCommand<LookupFeature>] = [
        FeatureCommand(
            .productProviders, [.scanner, .history, .scan], [], "Choose product data providers (asks first)"
        ) { $0.askProviders(for: nil) }.found(by: "online price food music book gtin isbn"),
        FeatureCommand(
            onScreen: .nameProduct, [.scanner, .history, .scan], [], "Name the product"
        ).found(by: "rename title own product"),
        FeatureCommand(
            .waitingLookups, [.scanner, .history], [], "Show products waiting to be looked up",
            idle: { $0.lookup.waiting == 0 }
        ) { $0.askWaiting() }.found(by: "queue retry"),
    ]

    private static let providers = SettingID("lookup", "providers")

    /// Looks up; nil before the first product.
    private var worker: LookupWorker?
    /// Products that the user has asked for, and waits for.
    private var asked: Set<ProductNumber> = []
    /// The problem that was shown last.
    private var shownProblem: String?
    /// The provider that is being switched on, and the product to ask it about.
    private var enabling: (provider: String, number: ProductNumber?)?
    let covers = ProductCovers()

    func follow(_ event: AppEvent) {
        guard case .session(.scan(let scan, let fate)) = event, model.door == nil else { return }
        switch fate {
        case .kept, .keptLater, .counted, .known: break
        default: return
        }
        guard let number = ProductNumber(Payload.parse(scan.symbol.content)) else { return }
        // What is not kept is not sent anywhere either, unless the user asks.
        if settings.lookup.isAutomatic, !records.scanned.isInMemory {
            working.ask(number)
        } else {
            working.recall(number)
        }
    }

    func perform(_ effect: LookupEffect) {
        switch effect {
        case .ask(let number):
            if let problem = worker?.problem { warn(problem) }
            asked.insert(number)
            working.ask(number)
        case .recall(let number): working.recall(number)
        case .askWhich(let number): askWhich(number)
        case .choose(let number, let title): working.change(number) { $0.choice = title }
        case .askCover(let number): askCover(number)
        case .showCover(let number): showCover(number)
        case .askName(let number):
            let name = model.lookup.hits(number).first { $0.hasOwnName }?.facts[.name]
            prompt(
                "Name the product",
                hint: "Your name is kept for this product. Leave it empty to use the looked-up name.",
                text: name ?? ""
            ) { [.lookup(.name(number, $0))] }
        case .name(let number, let name):
            display.stack.acceptAnswer()
            working.change(number) { $0.name = name }
        case .askEnabling(let provider, let number): askEnabling(provider, number)
        case .enable(let provider, let number):
            enabling = (provider, number)
            perform(.settings(.put(Self.providers, .texts(settings.lookup.providers + [provider]))))
        case .disable(let provider):
            perform(.settings(.put(Self.providers, .texts(settings.lookup.providers.filter { $0 != provider }))))
            show(Notice("\(provider) is off"))
        case .askNameOfScan(let id):
            askHistory(for: id) { [self] entry in
                guard let number = ProductNumber(entry.payload) else {
                    return show(Notice("This scan is not a product: press w to write a note"))
                }
                perform(.askName(number))
            }
        case .retry(let number):
            asked.insert(number)
            working.retryNow()
            working.ask(number)
        case .drop(let number): working.drop(number)
        }
    }

    func apply(_ settings: Settings, insteadOf old: Settings) -> String? {
        guard settings.lookup != old.lookup else { return nil }
        worker?.stop(atMost: .zero)
        worker = nil
        if let enabling, settings.lookup.providers.contains(enabling.provider) {
            show(Notice("\(enabling.provider) is on"))
            if let number = enabling.number { perform(.lookup(.ask(number))) }
        }
        enabling = nil
        return nil
    }

    func finish(within patience: Duration) -> String? {
        worker?.stop(atMost: min(patience, .seconds(1)))
        return nil
    }

    // MARK: - The worker

    /// The worker, begun with the first product.
    private var working: LookupWorker {
        if let worker { return worker }
        let news = jobs.forward { [unowned self] (_: Bool) in takeNews() }
        let worker = LookupWorker(onNews: { news(true) }) { [settings, lookups = app.start.lookups] in
            try lookups(settings)
        }
        self.worker = worker
        return worker
    }

    private func takeNews() {
        guard let worker else { return }
        if let problem = worker.problem, problem != shownProblem {
            asked = []
            warn(problem)
        }
        shownProblem = worker.problem
        model.lookup.waiting = worker.queue.count
        for news in worker.takeNews() {
            model.lookup[news.number] = news.answer
            if case .found(let hits) = news.answer { name(hits, news.number) }
            tell(news.answer, of: news.number)
        }
        display.needsDrawing = true
    }

    /// Says what came of a product that the user has asked for.
    private func tell(_ answer: LookupAnswer, of number: ProductNumber) {
        guard asked.contains(number) else { return }
        asked.remove(number)
        switch answer {
        case .found(let hits):
            if hits.count > 1 { return askWhich(number) }
            if let hit = hits.first { show(Notice(hit.title)) }
        case .notFound(let failures):
            warn("\(number.text) was not found" + (failures.isEmpty ? "" : ": \(failures.joined(separator: "; "))"))
        case .waiting(let reason):
            asked.insert(number)
            show(Notice("Look-up of \(number.text): \(reason)", isUnderWay: true))
        case .askable: warn("\(number.text) was not found")
        case .notAsked:
            guard number.kind.isKnownElsewhere else {
                return warn("\(number.text) is a store's own number: only your own list can identify it")
            }
            askProviders(for: number)
        }
    }

    /// Names the scans of a product, where it is clear which product it is.
    private func name(_ hits: [ProductHit], _ number: ProductNumber) {
        guard let title = hits.first?.title, hits.allSatisfy({ $0.title == title }) else { return }
        let forms = number.forms
        if let content = model.lastScan?.content, ProductNumber(Payload.parse(content)) == number {
            model.lastScan?.row.product = title
        }
        let both: [KeyPath<Records, HistoryRecords>] =
            records.scanned.history === records.own.history ? [\.own] : [\.own, \.scanned]
        for history in both {
            askHistory(history) {
                try $0.setProduct(title, ofNumbers: forms)
            } failed: { _ in
                // It is named the next time that it is shown.
            } then: { [self] ids in
                if !ids.isEmpty { app.post(.scansChanged(Set(ids))) }
            }
        }
    }

    // MARK: - Questions

    private func askWhich(_ number: ProductNumber) {
        let hits = model.lookup.hits(number)
        let titles = hits.reduce(into: [String]()) { titles, hit in
            if !titles.contains(hit.title) { titles.append(hit.title) }
        }
        let options = titles.enumerated().map { index, title in
            let hit = hits.first { $0.title == title }
            let details = [hit?.facts[.format], hit?.facts[.brand], hit?.source].compactMap { $0 }
            return Pick.Option("\(index)", title, detail: details.joined(separator: ", "))
        }
        pick("Several products have the number \(number.text)", options) { choice in
            Int(choice).map { [.lookup(.choose(number, title: titles[$0]))] } ?? []
        }
    }

    /// Asks who may be asked about products.
    ///
    /// - Parameter number: the product that is looked up then; nil for none.
    private func askProviders(for number: ProductNumber?) {
        runJob(holdsKeys: true) { [lookup = settings.lookup] in
            let all = ProviderList(lookup, version: programName).all
            // Of a book only those are offered that know books.
            return all.filter { provider in number.map { provider.provider.knows($0) } ?? true }.map { provider in
                let isOn = lookup.providers.contains(provider.name)
                let state = isOn ? provider.obstacle.map { "on, but \($0)" } ?? "on" : "off"
                return (provider.name, isOn, "\(state): \(provider.about.knows)", provider.about.title)
            }
        } then: { [self] (found: [(name: String, isOn: Bool, detail: String, title: String)]) in
            let on = Set(found.filter(\.isOn).map(\.name))
            pick(
                number == nil
                    ? "Who should be asked about products?" : "Who should be asked about \(number?.text ?? "")?",
                hint: "Nothing is sent until you agree.",
                found.map { .init($0.name, $0.title, detail: $0.detail) }
            ) { name in
                [.lookup(on.contains(name) ? .disable(provider: name) : .askEnabling(provider: name, number))]
            }
        }
    }

    /// Says what a provider gets, and asks whether it may be asked.
    private func askEnabling(_ name: String, _ number: ProductNumber?) {
        guard let provider = ProviderList(settings.lookup, version: programName).named(name) else { return }
        var lines: [Confirmation.Line] = [.text("\(provider.about.disclosure).")]
        if !settings.lookup.contact.isEmpty {
            lines.append(.text("Each request also includes your contact: \(settings.lookup.contact)"))
        }
        if let secret = provider.about.secret {
            lines.append(
                .warning(
                    "It needs \(secret): set secret-file under [provider.\(name)] in the settings"
                        + (provider.about.hasLogin ? ", or run `quietzone providers login \(name)`." : ".")))
        }
        display.stack.ask(
            Confirmation(
                title: "Ask \(provider.about.title) about products?", lines: lines,
                yes: [.lookup(.enable(provider: name, number))]))
        display.needsDrawing = true
    }

    /// Lists what waits, and why.
    private func askWaiting() {
        let queue = worker?.queue ?? []
        guard !queue.isEmpty else { return show(Notice("Nothing is waiting to be looked up")) }
        var numbers: [String: ProductNumber] = [:]
        for item in queue { numbers[item.number.text] = item.number }
        pick(
            "Products waiting to be looked up", hint: "Press Enter to try one now.",
            queue.map { .init("\($0.number.text)", $0.number.text, detail: $0.reason) }
        ) { [numbers] in numbers[$0].map { [.lookup(.retry($0))] } ?? [] }
    }
}
