import Frames
import Screens
import Surface
import Testing

@testable import App

@Suite struct FeatureTests {
    @Test func everyCommandIsDoneByTheProgramOrByAScreen() {
        let screens: Set<Command> = [
            .open, .back, .selectPrevious, .selectNext, .pageUp, .pageDown, .selectFirst, .selectLast, .help,
            .toggleBox, .boxUp, .boxDown, .boxLeft, .boxRight, .boxNarrower, .boxWider, .boxShorter, .boxTaller,
            .boxReset, .toggleHistory, .toggleLastScan, .delete, .copy, .save, .openAddress, .reveal, .increase,
            .decrease,
            .resetControl, .resetControls,
        ]
        for feature in Features.all.flatMap(\.commands) {
            #expect((feature.run == nil) == screens.contains(feature.row.command), "\(feature.row.command)")
        }
    }

    @Test(arguments: [Command.freeze, .savePicture, .export]) func whatCannotBeDoneYetSaysWhy(command: Command) throws {
        let reason = try #require(Features.refusal(of: command, AppModel()))
        #expect(!reason.isEmpty)
    }

    @Test func whatCanBeDoneIsNotRefused() {
        for command in Features.commands.commands where ![.freeze, .savePicture, .export].contains(command) {
            #expect(Features.refusal(of: command, AppModel()) == nil, "\(command)")
        }
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
            Features.idle(model).isSuperset(of: [.nextCamera, .toggleFocus, .zoomIn, .freeze, .savePicture, .export]))
        model.source.cameraCount = 1
        #expect(!Features.idle(model).contains(.nextCamera))
        model.source.isCamera = true
        #expect(Features.idle(model).contains(.nextCamera), "the only camera is in use")
        #expect(!Features.idle(model).contains(.toggleFocus))
        model.source.cameraCount = 2
        #expect(!Features.idle(model).contains(.nextCamera))
    }
}
