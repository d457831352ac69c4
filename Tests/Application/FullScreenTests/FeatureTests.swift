@testable import FullScreen
import Frames
import Screens
import Surface
import Testing

@Suite struct FeatureTests {
    @Test(arguments: [Command.freeze, .savePicture, .undo]) func whatCannotBeDoneYetSaysWhy(command: Command) throws {
        let reason = try #require(Features.table.refusal(of: command, AppModel()))
        #expect(!reason.isEmpty)
    }

    @Test func whatCanBeDoneIsNotRefused() {
        let needy: [Command] = [
            .freeze, .savePicture, .undo, .nextPicture, .previousPicture, .readThoroughly, .formerSource, .deliveries,
            .cancelPrinting, .stopIssuing, .otherHistory, .grade,
        ]
        for command in Features.commands.commands where !needy.contains(command) {
            #expect(Features.table.refusal(of: command, AppModel()) == nil, "\(command)")
        }
    }

    @Test func nothingIsOfferedThatWouldDoNothing() throws {
        var model = AppModel()
        model.source.cameraCount = 0
        #expect(Features.idle(model).isSuperset(of: [.showCameras, .nextCamera]))
        model.source.cameraCount = 1
        #expect(!Features.idle(model).contains(.showCameras))
        // A picture stands still by itself.
        let pool = try #require(try? FramePool(slots: 1))
        guard let draft = pool.draft(width: 8, height: 8) else { throw CancellationError() }
        model.picture.show(draft.finish(sequence: 0))
        #expect(Features.table.refusal(of: .freeze, model) == nil)
        model.source.isStill = true
        #expect(Features.table.refusal(of: .freeze, model)?.contains("still picture") == true)
        model.picture.isFrozen = true
        #expect(Features.table.refusal(of: .freeze, model) == nil, "what is held can always run again")
        model.source.former = "HD Webcam"
        #expect(Features.table.refusal(of: .formerSource, model) == nil)
    }

    @Test func eachExportHasANameOfItsOwn() {
        let scopes: [HistoryScope] = [.all, .today, .marked([1]), .found("x")]
        let names = scopes.map { ExportFeature.exportName($0) }
        #expect(Set(names).count == scopes.count)
        #expect(names.allSatisfy { $0.hasPrefix("quietzone-") && $0.hasSuffix(".csv") })
    }

    @Test func keysOfPicturesAreShownForPicturesOnly() throws {
        var model = AppModel()
        let keys: Set<Command> = [.nextPicture, .previousPicture, .readThoroughly]
        #expect(Features.idle(model).isSuperset(of: keys))
        for command in keys { #expect(Features.table.refusal(of: command, model) != nil, "\(command)") }
        model.source.isStill = true
        #expect(Features.idle(model).isSuperset(of: [.nextPicture, .previousPicture]))
        #expect(Features.table.refusal(of: .nextPicture, model) == "This is the only picture")
        #expect(Features.table.refusal(of: .readThoroughly, model) == "No picture to read yet")
        if let frame = try FramePool(slots: 1).draft(width: 8, height: 8)?.finish(sequence: 0) {
            model.picture.show(frame)
        }
        model.source.pictureCount = 3
        #expect(Features.idle(model).isDisjoint(with: keys))
        for command in keys { #expect(Features.table.refusal(of: command, model) == nil, "\(command)") }
    }

    @Test func aLightThatIsNotThereIsLeftOutUntilTheScreenIsWhite() {
        var model = AppModel()
        #expect(Features.idle(model).contains(.toggleTorch))
        model.isScreenLit = true
        #expect(!Features.idle(model).contains(.toggleTorch))
        model.isScreenLit = false
        model.lights.hasTorch = true
        #expect(!Features.idle(model).contains(.toggleTorch))
    }

    @Test func whatNeedsACameraIsLeftOutWhereNoneIs() {
        var model = AppModel()
        model.source.cameraCount = 0
        #expect(
            Features.idle(model).isSuperset(of: [.nextCamera, .toggleFocus, .zoomIn, .freeze, .savePicture, .undo]))
        model.source.cameraCount = 1
        #expect(!Features.idle(model).contains(.nextCamera))
        model.source.isCamera = true
        #expect(Features.idle(model).contains(.nextCamera), "the only camera is in use")
        #expect(!Features.idle(model).contains(.toggleFocus))
        model.source.cameraCount = 2
        #expect(!Features.idle(model).contains(.nextCamera))
    }
}
