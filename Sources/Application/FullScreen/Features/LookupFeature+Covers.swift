import Capture
import Files
import Frames
import Lookup
import Screens
import Services

/// What is known of covers in this run: nothing of it is stored.
final class ProductCovers {
    /// Servers that the user has agreed to ask.
    var agreedServers: Set<String> = []
    /// The one that was shown last.
    var last: (cover: ProductCover, frame: Frame)?
    /// What is being fetched; nil for nothing.
    var fetching: ProductCover?
}

/// The pictures of products, which are fetched only when somebody wants to see them.
extension LookupFeature {
    /// Shows the cover, once it is clear that its server may be asked: it need not be the provider's.
    func askCover(_ number: ProductNumber) {
        guard let cover = cover(of: number) else { return }
        if covers.last?.cover == cover || covers.agreedServers.contains(cover.server) { return showCover(number) }
        display.stack.ask(
            Confirmation(
                title: "Fetch the cover from \(UserError.shown(cover.server))?",
                lines: [
                    .text("The server learns your IP address and which product it is. The picture is not stored."),
                    .text("You are asked once for each server, until the program ends."),
                ], yes: [.lookup(.showCover(number))]))
        display.needsDrawing = true
    }

    /// Fetches and decodes it beside the loop.
    func showCover(_ number: ProductNumber) {
        guard let hit = model.lookup.hits(number).first, let cover = cover(of: number) else { return }
        covers.agreedServers.insert(cover.server)
        if let last = covers.last, last.cover == cover {
            return display.push(CoverScreen(title: hit.title, last.frame))
        }
        guard covers.fetching == nil else { return show(Notice("Another cover is still being fetched")) }
        covers.fetching = cover
        let notice = Notice("Fetching the cover …", isUnderWay: true)
        show(notice)
        runJob { [parsing = scanning.cameras.parsing] in
            let bytes = try cover.fetch(version: programName)
            let pool = try FramePool(slots: 1)
            return try PictureFile.load(
                bytes: bytes, name: "the cover", into: pool, by: try parsing.parser(for: pool))
        } failed: { [self] in
            covers.fetching = nil
            display.stack.hide(notice)
            warn("No cover: \($0)")
        } then: { [self] frame in
            (covers.fetching, covers.last) = (nil, (cover, frame))
            display.stack.hide(notice)
            // Who has gone on meanwhile is not interrupted.
            guard display.stack.context == .scan else { return show(Notice("The cover is there: choose it once more")) }
            display.push(CoverScreen(title: hit.title, frame))
        }
    }

    private func cover(of number: ProductNumber) -> ProductCover? {
        model.lookup.hits(number).first.flatMap { ProductCover($0.facts) }
    }
}
