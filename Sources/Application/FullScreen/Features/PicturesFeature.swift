import Services
import Capture
import Files
import Screens
import Surface

extension Command {
    static let readThoroughly = Command("read-thoroughly")
}

/// Pictures as a source: which of them is shown, and how hard it is read.
final class PicturesFeature: FeatureBase, Feature {
    static let purpose = "Pictures"
    static let commands: [FeatureCommand<PicturesFeature>] = [
        FeatureCommand(
            .nextPicture, [.scanner, .door], ["."], label: "next", "Show the next picture",
            idle: { $0.source.pictureCount ?? 0 < 2 }, refusal: noPictures
        ) { $0.showPicture(by: 1) },
        FeatureCommand(
            .previousPicture, [.scanner, .door], [","], label: "previous",
            "Show the previous picture", idle: { $0.source.pictureCount ?? 0 < 2 },
            refusal: noPictures
        ) { $0.showPicture(by: -1) },
        FeatureCommand(
            .readThoroughly, [.scanner], ["T"], label: "thorough",
            "Scan the picture thoroughly",
            idle: { !$0.source.isStill && !$0.picture.isFrozen },
            refusal: { $0.picture.frame == nil ? "No picture to read yet" : nil }
        ) { $0.readThoroughly() },
    ]

    private static let noPictures: @Sendable (AppModel) -> String? = { model in
        if !model.source.isStill { return "No folder is open: start with a folder or several pictures" }
        return model.source.pictureCount ?? 0 < 2 ? "This is the only picture" : nil
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .session(.streaming), .picture: showPosition()
        case .session(.readThoroughly(let count)): saidThoroughly(count)
        default: break
        }
    }

    /// Shows the picture so many places further; says so where there is none.
    func showPicture(by steps: Int) {
        guard let pictures = scanning.session?.source as? FolderSource else { return }
        guard pictures.go(by: steps) else {
            return show(Notice(steps > 0 ? "This is the last picture" : "This is the first picture", of: .stillPicture))
        }
        display.stack.hide(about: .stillPicture)
        unfreeze()
        showPosition()
    }

    /// Reads the picture with everything that may help; one that moves is held still for it.
    func readThoroughly() {
        guard let frame = model.picture.frame else { return }
        guard !model.source.hasEnded else {
            return show(Notice("\(scanning.source.title) has ended"))
        }
        show(Notice("Scanning thoroughly …", isUnderWay: true), seconds: 30)
        guard !model.source.isStill else {
            unfreeze()
            scanning.session?.readThoroughly()
            return
        }
        model.picture.isFrozen = true
        scanning.session?.setFrozen(true)
        scanning.session?.readThoroughly(frame)
    }

    /// Lets the picture run again if it is held still.
    private func unfreeze() {
        guard model.picture.isFrozen else { return }
        model.picture.isFrozen = false
        scanning.session?.setFrozen(false)
    }

    /// Shows which picture of how many is shown, where the source has several.
    func showPosition() {
        guard let position = (scanning.session?.source as? FolderSource)?.position else { return }
        model.source.pictureCount = position.count
        let name = position.path.split(separator: "/").last.map(String.init) ?? position.path
        let page = position.isOneOfSeveral ? position.page.map { ", page \($0 + 1)" } ?? "" : ""
        model.source.title = "picture \(position.number) of \(position.count)  \(name.withVisibleBytes)\(page)"
        display.needsDrawing = true
    }

    func saidThoroughly(_ count: Int) {
        let symbols = count == 0 ? "nothing" : count == 1 ? "one symbol" : "\(count) symbols"
        show(Notice("Read thoroughly: \(symbols) found", of: .stillPicture))
    }
}
