import Files
import Services
import ArgumentParser
import Capture

struct CameraOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A camera's name, device node or part of its title. Default: the last one used, else the first.",
            valueName: "CAMERA"), completion: .custom { _, _, _ in CameraList.available().map(\.name) })
    var source: String?

    func camera(_ memory: CameraPreferencesFile) throws -> CameraDevice {
        let cameras = CameraList.available()
        guard let wanted = source.map({ $0.hasPrefix("camera:") ? String($0.dropFirst(7)) : $0 }) else {
            if let camera = cameras.first(where: { $0.name == memory.current.chosen }) ?? cameras.first {
                return camera
            }
            throw UserError("no camera found: plug one in")
        }
        guard let camera = CameraList.camera(wanted, among: cameras) else {
            throw UserError("no camera called \(wanted): `quietzone cameras` lists them")
        }
        return camera
    }
}

struct CamerasSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a camera's controls, now and whenever it is opened.",
        discussion: """
            A value is a number, on or off, or a menu choice by number or title. Automatic modes are set first, so a \
            control that they lock can be set in the same command: `quietzone cameras set \
            focus_automatic_continuous=off focus_absolute=120`.
            """)

    @OptionGroup var which: CameraOption

    @Argument(
        help: ArgumentHelp(
            "A control's name, as `quietzone cameras` lists it, and its value.", valueName: "CONTROL=VALUE"),
        completion: .custom { _, _, _ in Self.names() })
    var assignments: [String]

    func run() throws {
        let memory = CameraPreferencesFile(at: Paths.cameras)
        let camera = try which.camera(memory)
        let controls = try CameraList.openControls(of: camera)
        defer { controls.close() }
        let all = try controls.list()
        // All of them are understood before the first is set.
        var wanted = try assignments.map { try Self.assignment($0, among: all) }
        wanted.sort { $0.control.kind != .integer && $1.control.kind == .integer }
        for (control, value) in wanted {
            let taken = try controls.set(control.id, to: value)
            Output.line(fromSymbol: taken.summary)
            if control.isSetting, let value = taken.value {
                try memory.change(camera.name) { $0.controls[control.key] = value }
            }
        }
    }

    /// What completes an assignment: the controls of every camera.
    private static func names() -> [String] {
        CameraList.available().flatMap { (try? CameraList.controls(of: $0))?.0 ?? [] }.map { "\($0.key)=" }
    }

    private static func assignment(
        _ text: String, among controls: [CameraControl]
    ) throws -> (control: CameraControl, value: Int) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let control = controls.first(where: { $0.key == parts[0].lowercased() }) else {
            throw UserError("this camera has no control \(parts[0]): `quietzone cameras` lists its controls")
        }
        guard let value = control.value(spelled: parts.count > 1 ? parts[1] : nil) else {
            throw UserError("\(text): \(control.key) accepts \(control.choices)")
        }
        return (control, value)
    }
}

struct CamerasResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Reset a camera's controls to the driver's defaults.")

    @OptionGroup var which: CameraOption

    func run() throws {
        let memory = CameraPreferencesFile(at: Paths.cameras)
        let camera = try which.camera(memory)
        let controls = try CameraList.openControls(of: camera)
        defer { controls.close() }
        for control in try controls.reset() { Output.line(fromSymbol: control.summary) }
        try memory.change(camera.name) { $0.controls = [:] }
    }
}
