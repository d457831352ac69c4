import CLinux
import Foundation
import Glibc
import Testing

/// What a fatal signal does to a light. The handler itself is run by the terminal tests and by `make test-camera`.
@Suite(.serialized) struct LightTests {
    private func file() -> (path: String, descriptor: Int32) {
        let path = NSTemporaryDirectory() + "light-" + UUID().uuidString
        return (path, open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func theLEDGetsItsBrightnessBackOnce() throws {
        let (path, descriptor) = file()
        defer { unlink(path) }
        write(descriptor, "255\n", 4)
        qz_rescue_led(descriptor, "0\n")
        qz_rescue_light_now()
        #expect(try text(path) == "0\n5\n")
        write(descriptor, "7\n", 2)
        qz_rescue_light_now()
        #expect(try text(path) == "0\n5\n7\n")
        close(descriptor)
    }

    @Test func aLightThatIsOffIsLeftAlone() throws {
        let (path, descriptor) = file()
        defer { unlink(path) }
        qz_rescue_led(descriptor, "0\n")
        // Another camera's descriptor has no effect.
        qz_rescue_light_done(descriptor + 1)
        qz_rescue_light_done(descriptor)
        qz_rescue_light_now()
        #expect(try text(path).isEmpty)
        // The descriptor is not a camera: the call fails and the program continues.
        qz_rescue_control(descriptor, 0x009C_0901, 0)
        qz_rescue_light_now()
        #expect(try text(path).isEmpty)
        close(descriptor)
    }
}
