import Widgets
import Screens
import Surface
import Testing

@Suite struct CamerasScreenTests {
    private static func content() -> CamerasContent {
        var content = CamerasContent()
        content.cameras = [
            .init(name: "usb-a", title: "HD Webcam", place: "/dev/video0  usb-0000:00:14.0-3", isCurrent: true),
            .init(
                name: "usb-b", title: "Busy Camera", place: "/dev/video2",
                problem: "/dev/video2 is in use by cheese (pid 4242). Close it, or choose another camera."),
            .init(name: "usb-c", title: "日本カメラ", place: "/dev/video4", isPresent: false),
        ]
        content.formats = [
            .init(text: "low", help: "the largest up to 640×480 at 25 frames per second or more"),
            .init(text: "high", help: "the largest up to 1920×1080 at 25 frames per second or more", isCurrent: true),
            .init(text: "1280x720@30/MJPG"),
        ]
        content.focus = "continuous, on a part of the picture by sweeping the lens, near only"
        content.controls = [
            .init(id: 1, key: "brightness", value: "12", range: "-64…64, default 0", fraction: 0.59),
            .init(id: 2, key: "focus_automatic_continuous", value: "on", range: "on or off, default on"),
            .init(
                id: 3, key: "focus_absolute", value: "120", range: "0…250, in steps of 5, default 0", fraction: 0.48,
                refusal: "inactive"),
            .init(id: 4, key: "power_line_frequency", value: "50 Hz", range: "0 Disabled, 1 50 Hz, 2 60 Hz"),
        ]
        return content
    }

    private static func model(_ content: CamerasContent = content()) -> AppModel {
        var model = AppModel()
        model.cameras = content
        return model
    }

    private func stack(_ model: AppModel = model(), _ commands: Command...) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(CamerasScreen())
        for command in commands { _ = stack.handle(command, model: model) }
        return stack
    }

    private func draw(_ stack: ScreenStack, _ width: Int, _ height: Int, _ model: AppModel = model()) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    private func effects(_ command: Command, at row: Int, content: CamerasContent = content()) -> [Effect] {
        var screen = CamerasScreen()
        let model = Self.model(content)
        for _ in 0..<row { _ = screen.handle(.selectNext, model: model) }
        return screen.handle(command, model: model)
    }

    @Test func listsCamerasFormatsAndControls() throws {
        try expectGolden("cameras", draw(stack(Self.model(), .selectNext), 100, 24))
    }

    @Test func withoutAnyCamera() throws {
        try expectGolden("cameras-empty", draw(stack(AppModel()), 80, 14, AppModel()))
    }

    @Test func theSmallestTerminalShowsTheSelection() throws {
        try expectGolden("cameras-smallest", draw(stack(Self.model(), .selectLast), 40, 12))
    }

    @Test func enterTakesACameraOrAFormat() {
        var content = Self.content()
        content.cameras[1].problem = nil
        #expect(effects(.open, at: 1, content: content) == [.camera(.take(name: "usb-b"))])
        #expect(effects(.open, at: 5) == [.format(.take("1280x720@30/MJPG"))])
    }

    @Test func arrowsChangeAControl() {
        #expect(effects(.increase, at: 6) == [.camera(.changeControl(id: 1, by: 1))])
        #expect(effects(.decrease, at: 7) == [.camera(.changeControl(id: 2, by: -1))])
        #expect(effects(.resetControl, at: 9) == [.camera(.resetControl(id: 4))])
    }

    @Test(arguments: [(0, Command.open), (1, .open), (2, .open), (8, .increase), (3, .decrease), (0, .resetControl)])
    func whatCannotBeDoneSaysWhy(row: Int, command: Command) {
        guard case .screen(.notice(let notice))? = effects(command, at: row).first else {
            Issue.record("row \(row) gives no reason")
            return
        }
        #expect(!notice.text.isEmpty)
    }

    @Test func resettingAllAsksFirst() {
        var stack = stack()
        #expect(stack.handle(.resetControls, model: Self.model()).isEmpty)
        #expect(stack.handle(.character("n"), context: Samples.context(Self.model())).isEmpty)
        #expect(stack.handle(.resetControls, model: Self.model()).isEmpty)
        #expect(stack.handle(.character("y"), context: Samples.context(Self.model())).isEmpty)
        #expect(stack.handle(.character("Y"), context: Samples.context(Self.model())) == [.camera(.resetControls)])
    }

    @Test func aShorterListKeepsASelection() {
        var stack = stack(Self.model(), .selectLast)
        var content = Self.content()
        content.controls = []
        #expect(stack.handle(.open, model: Self.model(content)) == [.format(.take("1280x720@30/MJPG"))])
        #expect(stack.handle(.open, model: AppModel()).isEmpty)
    }

    @Test func everySizeDrawsWithoutTrapping() {
        let stack = stack(Self.model(), .selectLast)
        for width in stride(from: 0, through: 160, by: 11) {
            for height in stride(from: 0, through: 50, by: 5) {
                #expect(draw(stack, width, height).cells.count == width * height)
            }
        }
    }
}
