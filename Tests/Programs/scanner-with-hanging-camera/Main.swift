import FullScreen
import Services
import CLinux
import CameraFakes
import Capture
import Config
import Foundation

/// `scanner-with-hanging-camera FILE FOLDER SECONDS`: the full-screen program with a camera in `FOLDER/dev`, of which each call that
/// asks for or sets something takes SECONDS for as long as FILE is there. Its picture goes on.
@main
enum Main {
    static func main() throws {
        let (file, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let hanging = Self.calls.reduce(into: [UInt: Duration]()) { $0[$1] = .seconds(Int(CommandLine.arguments[3])!) }
        let fake = FakeCamera { state in
            state.offers = [.init(fourCC: "GREY", sizes: [(64, 48)])]
            state.controls = [
                .init(id: 0x009A_090A, name: "Focus, Absolute", range: 0...250, step: 5, value: 100),
                .init(id: 0x009A_090C, name: "Focus, Automatic Continuous", type: V4L2_CTRL_TYPE_BOOLEAN, value: 1),
                .init(id: 0x009A_090D, name: "Zoom, Absolute", range: 100...400, value: 100),
            ]
        }
        Thread.detachNewThread {
            while true {
                let delays = FileManager.default.fileExists(atPath: file) ? hanging : [:]
                fake.state.withLock { state in
                    state.delays = delays
                    if state.events.count < 2 { state.events.append(.frame([UInt8](repeating: 0x80, count: 64 * 48))) }
                }
                usleep(33_000)
            }
        }
        var program = FullScreenProgram(
            settings: Settings.load(commands: Features.commands), source: "camera:Fake Camera", format: nil,
            sandbox: { _, _ in .inProcess })
        program.cameras = CameraSystem(
            calls: fake.calls, paths: CameraPaths(devices: folder + "/dev", system: folder + "/sys", processes: "/none")
        )
        _ = try program.run()
    }

    private static let calls: [UInt] = [
        qz_VIDIOC_QUERYCAP, qz_VIDIOC_ENUM_FMT, qz_VIDIOC_QUERY_EXT_CTRL, qz_VIDIOC_G_EXT_CTRLS, qz_VIDIOC_S_EXT_CTRLS,
        qz_VIDIOC_S_FMT, qz_VIDIOC_STREAMOFF,
    ]
}
