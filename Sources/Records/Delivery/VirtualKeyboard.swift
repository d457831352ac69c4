import CLoaded
import Foundation
import Glibc

/// A keyboard of the kernel's (uinput) that types texts, as a hardware scanner does. One thread uses it.
package final class VirtualKeyboard {
    private let descriptor: Int32
    private let layout: KeyboardLayout
    private let pause: Duration

    /// KEY_LEFTSHIFT and KEY_RIGHTALT.
    private static let shift: UInt16 = 42
    private static let altGr: UInt16 = 100
    /// How long desktops take to find a new keyboard; what is typed before is lost.
    private static let settling: useconds_t = 700_000

    /// Makes the keyboard, and waits until desktops know it.
    ///
    /// - Parameters:
    ///   - layout: how the keys will be read.
    ///   - pause: between two keys.
    ///   - device: where the kernel makes keyboards.
    /// - Throws: `DeliveryError` that says what is missing.
    package init(_ layout: KeyboardLayout, pause: Duration, device: String = "/dev/uinput") throws(DeliveryError) {
        let result = qz_uinput_open(device, "Quietzone scanner")
        guard result >= 0 else {
            let why = String(cString: strerror(-result))
            throw DeliveryError(
                result == -ENOENT || result == -ENODEV
                    ? "\(device) does not exist: create it with `modprobe uinput`"
                    : "\(device): \(why). Allow your user to write to it, for example with a udev rule for your group"
            )
        }
        descriptor = result
        (self.layout, self.pause) = (layout, pause)
        usleep(Self.settling)
    }

    deinit { qz_uinput_close(descriptor) }

    /// Why `text` cannot be typed; nil if it can: a control character might do anything in another program, and what the layout
    /// has no key for cannot be pressed.
    package static func obstacle(to text: String, _ layout: KeyboardLayout) -> String? {
        for character in text {
            if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                return "it contains a control character"
            }
            if layout.strokes(for: character) == nil {
                return "the layout \(layout.name) has no key for “\(character)”"
            }
        }
        return nil
    }

    /// Types characters that the layout has; others are left out.
    package func type(_ text: String) throws(DeliveryError) {
        for character in text {
            for stroke in layout.strokes(for: character) ?? [] {
                if stroke.shift { try press(Self.shift, true) }
                if stroke.altGr { try press(Self.altGr, true) }
                try press(stroke.key, true)
                try press(stroke.key, false)
                if stroke.altGr { try press(Self.altGr, false) }
                if stroke.shift { try press(Self.shift, false) }
                usleep(useconds_t(max(0, pause / .microseconds(1))))
            }
        }
    }

    private func press(_ key: UInt16, _ isDown: Bool) throws(DeliveryError) {
        let result = qz_uinput_key(descriptor, key, isDown ? 1 : 0)
        guard result == 0 else { throw DeliveryError("uinput: \(String(cString: strerror(-result)))") }
    }
}
