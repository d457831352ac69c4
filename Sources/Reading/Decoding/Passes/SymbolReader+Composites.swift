import Frames
import Symbols

/// Joining linear symbols with the components above them: GS1 Composite.
extension SymbolReader {
    /// Linear symbols above which a frame of a camera looks, and above which pictures look.
    /// Not measured: each costs about a millisecond; the sheets that a camera can resolve hold more.
    private static let maximumOfCarriers = (live: 4, still: 64)

    /// Components below which bars are looked for. Not measured: labels show one.
    private static let maximumOfLoneComponents = 4

    /// A component, and where it lies in the frame.
    private struct Component {
        let elements: [UInt8]
        let corners: Quadrilateral
        let isPDF417: Bool

        init(_ elements: [UInt8], at corners: Quadrilateral) {
            (self.elements, self.corners, isPDF417) = (elements, corners, false)
        }

        /// What zxing read as a symbol of its own: a CC-B or a CC-C.
        init?(_ symbol: Symbol) {
            guard symbol.content.symbology == .pdf417 || symbol.content.symbology == .microPDF417,
                let elements = ComponentContent.elements(ofBytes: symbol.content.bytes)
            else { return nil }
            (self.elements, corners) = (elements, symbol.corners)
            isPDF417 = symbol.content.symbology == .pdf417
        }
    }

    /// Looks above each linear symbol that was read, and adds the composite that it is part of to the readings.
    func lookForComponents(_ work: inout Work) {
        guard options.symbologies.contains(.gs1Composite) else { return }
        let start = ContinuousClock.now
        var components = work.readings.compactMap { Component($0.symbol) }
        var carriers = carriers(in: work)
        if work.isStill && !components.isEmpty && carriers.isEmpty {
            // What was read ended the search for the bars below it.
            run(Pass.plainZBar, &work)
            let around = components.map { work.area.around($0.corners) }
            for area in around.prefix(Self.maximumOfLoneComponents) {
                for kind in [ReaderKind.zxing, .dataBarLimited] { look("component", kind, &work, .full, in: area) }
            }
            carriers = self.carriers(in: work)
        }
        guard !carriers.isEmpty else { return }
        for carrier in carriers.prefix(work.isStill ? Self.maximumOfCarriers.still : Self.maximumOfCarriers.live) {
            let above = carrier.above(in: work.view)
            for found in ComponentReader.read(above) {
                let corners = above.toSource(found.corners)
                if !components.contains(where: { $0.corners.boundsContain(corners.center) }) {
                    components.append(Component(found.content, at: corners))
                }
            }
        }
        let before = work.readings.count
        for component in components {
            // The bars next below it.
            let next = carriers.compactMap { carrier in
                carrier.gap(to: component.corners, isPDF417: component.isPDF417).map { (carrier, gap: $0) }
            }.min { $0.gap < $1.gap }
            guard let (carrier, _) = next else { continue }
            let bytes = GS1ElementLength.joined(carrier.elements, component.elements)
            let content = SymbolContent(
                symbology: .gs1Composite, bytes: bytes, text: String(decoding: bytes, as: UTF8.self), charset: "UTF-8")
            let symbol = Symbol(content: content, corners: carrier.corners(with: component.corners))
            work.readings.append(
                Reading(symbol: symbol, engine: .native, lines: 1, look: work.result.attempts.count))
        }
        note("component", .native, since: start, found: work.readings.count - before, &work)
    }

    /// What may be the linear part of a composite. Looks need not agree on it: the component above it shows as well that it is there.
    private func carriers(in work: Work) -> [CompositeCarrier] {
        ReadingMerger(options: options).merge(work.readings.filter { work.isNoTexture($0.symbol) })
            .flatMap(CompositeCarrier.all)
    }

    /// Whether `symbol` is a component that zxing read as a symbol of its own, and there may be bars below it.
    func isComponent(_ symbol: Symbol) -> Bool {
        options.symbologies.contains(.gs1Composite) && Component(symbol) != nil
    }
}
