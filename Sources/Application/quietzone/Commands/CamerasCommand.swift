import Services
import ArgumentParser
import Capture
import Formats

struct CamerasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameras", abstract: "List cameras with their formats and controls; set controls.",
        subcommands: [CamerasListCommand.self, CamerasSetCommand.self, CamerasResetCommand.self],
        defaultSubcommand: CamerasListCommand.self)
}

struct CamerasListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List cameras with their formats and controls (the default).")

    @Flag(help: "Print a JSON object for each camera.")
    var json = false

    func run() throws {
        let cameras = CameraList.available()
        for camera in cameras {
            let report = CameraReport(camera)
            if json {
                Output.line(fromSymbol: report.json.text)
            } else {
                report.lines.forEach { Output.line(fromSymbol: $0) }
            }
        }
        if cameras.isEmpty {
            Output.complain("no camera found: plug one in, or try `quietzone --source demo`")
            throw ExitCode.nothingRead
        }
    }
}

/// What is known of a camera.
private struct CameraReport {
    private let camera: CameraDevice
    private var problem: String?
    private var light: String?
    private var formats: [CameraFormat] = []
    private var controls: [CameraControl] = []
    private var focus: CameraFocus?

    init(_ camera: CameraDevice) {
        self.camera = camera
        problem = camera.problem
        guard problem == nil else { return }
        do {
            formats = try CameraList.formats(of: camera)
            (controls, focus) = try CameraList.controls(of: camera)
            light = CameraList.light(of: camera, controls: controls)
        } catch {
            problem = error.description
        }
    }

    var lines: [String] {
        var lines = ["\(camera.title)  \(camera.node)"]
        lines.append("  name      \(camera.name)")
        if !camera.bus.isEmpty { lines.append("  bus       \(camera.bus) (\(camera.driver))") }
        if let light { lines.append("  light     \(light)") }
        if let problem { lines.append("  problem   \(problem)") }
        if let focus { lines.append("  focus     \(focus.summary)") }
        for (i, format) in formats.enumerated() { lines.append("  \(i == 0 ? "formats " : "        ")  \(format)") }
        for (i, control) in controls.enumerated() {
            lines.append("  \(i == 0 ? "controls" : "        ")  \(control.summary)")
        }
        return lines
    }

    var json: JSONValue {
        .object([
            .init("name", .string(camera.name)),
            .init("title", .string(camera.title)),
            .init("node", .string(camera.node)),
            .init("bus", .string(camera.bus)),
            .init("driver", .string(camera.driver)),
            .init("problem", problem.map { .string($0) } ?? .null),
            .init("focus", focus.map(Self.json) ?? .null),
            .init("formats", .array(formats.map(Self.json))),
            .init("controls", .array(controls.map(Self.json))),
            .init("light", light.map { .string($0) } ?? .null),
            .init("facesUser", .bool(camera.facesUser)),
        ])
    }

    private static func json(_ focus: CameraFocus) -> JSONValue {
        .object([
            .init("continuous", .bool(focus.isContinuous)),
            .init("once", focus.once.map { .string($0.rawValue) } ?? .null),
            .init("near", focus.near.map { .string($0.rawValue) } ?? .null),
        ])
    }

    private static func json(_ format: CameraFormat) -> JSONValue {
        .object([
            .init("encoding", .string(format.pixelFormat.description)),
            .init("width", .integer(Int64(format.width))),
            .init("height", .integer(Int64(format.height))),
            .init("framesPerSecond", format.framesPerSecond.map { .number($0) } ?? .null),
        ])
    }

    private static func json(_ control: CameraControl) -> JSONValue {
        .object([
            .init("key", .string(control.key)),
            .init("title", .string(control.name)),
            .init("kind", .string("\(control.kind)")),
            .init("minimum", .integer(Int64(control.range.lowerBound))),
            .init("maximum", .integer(Int64(control.range.upperBound))),
            .init("step", .integer(Int64(control.step))),
            .init("default", .integer(Int64(control.defaultValue))),
            .init("value", control.value.map { .integer(Int64($0)) } ?? .null),
            .init(
                "choices",
                .array(
                    control.items.map {
                        .object([.init("value", .integer(Int64($0.value))), .init("title", .string($0.title))])
                    })),
            .init("inactive", .bool(control.isInactive)),
            .init("readOnly", .bool(control.isReadOnly)),
        ])
    }
}
