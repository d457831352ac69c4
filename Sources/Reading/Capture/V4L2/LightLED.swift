import Files
import CLinux
import Foundation
import Frames
import Synchronization

/// A LED of the kernel's LED class that lights what a camera sees: a phone's torch, a microscope's ring.
///
/// Its folder under `/sys/class/leds` has `brightness` and `max_brightness` (the kernel's Documentation/leds/leds-class.rst);
/// for a flash LED, `brightness` is the torch (leds-class-flash.rst).
final class LightLED: Sendable {
    private struct Lit {
        var descriptor: Int32
        /// The brightness before it was lit here.
        var before: Int
    }

    /// The LED's name, for example `white:torch`.
    let name: String
    private let folder: String
    private let lit = Mutex<Lit?>(nil)

    private init(name: String, folder: String) { (self.name, self.folder) = (name, folder) }

    deinit { putBack() }

    /// The current brightness, 0 when dark; nil when it cannot be read.
    var brightness: Int? { number("brightness") }

    /// Sets the maximum brightness, or 0.
    ///
    /// - Throws: when it may not be set, in one line that says what to do.
    func light(_ on: Bool) throws(SourceError) {
        let failure: Int32 = lit.withLock { lit in
            if lit == nil {
                // Kept open while it is lit: the handler of a fatal signal must not open files.
                let descriptor = open("\(folder)/brightness", O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return errno }
                lit = Lit(descriptor: descriptor, before: brightness ?? 0)
                qz_rescue_led(descriptor, "\(lit?.before ?? 0)\n")
            }
            guard let open = lit else { return EBADF }
            return Self.write(on ? number("max_brightness") ?? 1 : 0, to: open.descriptor)
        }
        guard failure != 0 else { return }
        putBack()
        throw refusal(failure)
    }

    /// The line for the errno of a call that set it.
    func refusal(_ errno: Int32) -> SourceError {
        SourceError(
            errno == EACCES || errno == EPERM
                ? "No permission to set the light \(name). Give \(folder)/brightness to a group with a udev rule."
                : "The light \(name) cannot be set: \(String(cString: strerror(errno))).")
    }

    /// Restores the brightness from before it was lit here.
    func putBack() {
        let was = lit.withLock { lit in
            defer { lit = nil }
            return lit
        }
        guard let was else { return }
        _ = Self.write(was.before, to: was.descriptor)
        qz_rescue_light_done(was.descriptor)
        close(was.descriptor)
    }

    private static func write(_ value: Int, to descriptor: Int32) -> Int32 {
        let text = Array("\(value)\n".utf8)
        return pwrite(descriptor, text, text.count, 0) < 0 ? errno : 0
    }

    /// A number from 0 to a million, more than any LED's maximum.
    private func number(_ file: String) -> Int? {
        firstLine(of: "\(folder)/\(file)").flatMap { Int($0) }.flatMap { 0...1_000_000 ~= $0 ? $0 : nil }
    }
}

extension LightLED {
    /// The LED that lights what the camera at `node` sees: one of the same device, else one called torch or flash where
    /// the camera does not face the user. nil when there is none, and for a camera without a device behind it.
    static func belonging(to node: String, facesUser: Bool, paths: CameraPaths) -> LightLED? {
        guard let device = CameraList.parentDevice(of: node, paths: paths) else { return nil }
        let folder = "\(paths.system)/class/leds"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let own = names.filter { name in
            guard let led = Folder.resolved("\(folder)/\(name)/device") else { return false }
            return led == device || led.hasPrefix(device + "/")
        }
        // Indicator LEDs of a camera are not a reading light.
        let signs = ["indicator", "privacy", "camera", "status", "activity", "power"]
        func function(_ name: String) -> Substring { name.split(separator: ":").last ?? "" }
        let found =
            own.first(where: isTorch)
            ?? own.first { name in !signs.contains { function(name).lowercased().contains($0) } }
            ?? (facesUser ? nil : names.first(where: isTorch))
        guard let found, let name = found.split(separator: "/").last else { return nil }
        return LightLED(name: printable(String(name)), folder: "\(folder)/\(found)")
    }

    private static func isTorch(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.contains("torch") || name.contains("flash")
    }
}
