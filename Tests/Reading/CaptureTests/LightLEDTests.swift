import CameraFakes
import Foundation
import Frames
import Glibc
import Testing

@testable import Capture

/// A camera `video0` on USB and LEDs, all of them plain files.
private struct Lamps {
    let folders: Folders

    init() throws {
        folders = try Folders()
        try folders.node(0, name: "Cam")
        try folders.write("01\n", to: "sys/devices/usb1/1-3/1-3:1.0/bInterfaceNumber")
        try folders.link("sys/class/video4linux/video0/device", to: "../../../devices/usb1/1-3/1-3:1.0")
    }

    func add(_ name: String, of device: String, brightness: String = "0", largest: String = "255") throws {
        let place = "sys/devices/\(device)/leds/\(name)"
        try folders.write(brightness + "\n", to: place + "/brightness")
        try folders.write(largest + "\n", to: place + "/max_brightness")
        try folders.link(place + "/device", to: "../..")
        try folders.link("sys/class/leds/\(name)", to: "../../devices/\(device)/leds/\(name)")
    }

    func found(facesUser: Bool = false) -> LightLED? {
        LightLED.belonging(to: "\(folders.paths.devices)/video0", facesUser: facesUser, paths: folders.paths)
    }
}

@Suite struct LightLEDTests {
    @Test func aLEDOfTheCamerasOwnDeviceIsItsLight() throws {
        let lamps = try Lamps()
        try lamps.add("input3::capslock", of: "usb1/1-4")
        try lamps.add("a:torch", of: "usb1/1-31")
        try lamps.add("scope::ring", of: "usb1/1-3")
        #expect(lamps.found()?.name == "scope::ring")
        try lamps.add("scope:white:flash", of: "usb1/1-3/1-3:1.2")
        #expect(lamps.found()?.name == "scope:white:flash")
    }

    @Test func anIndicatorLEDIsNoLight() throws {
        let lamps = try Lamps()
        for name in ["cam::indicator", "cam:green:camera", "cam::privacy", "cam::status"] {
            try lamps.add(name, of: "usb1/1-3")
        }
        #expect(lamps.found() == nil)
    }

    @Test func aTorchOfAnotherDeviceLightsWhatFacesAway() throws {
        let lamps = try Lamps()
        try lamps.add("white:torch", of: "platform/led-controller")
        #expect(lamps.found()?.name == "white:torch")
        #expect(lamps.found(facesUser: true) == nil)
        // A loopback camera has no device, and so no light.
        try FileManager.default.removeItem(
            at: lamps.folders.root.appendingPathComponent("sys/class/video4linux/video0/device"))
        #expect(lamps.found() == nil)
    }

    @Test func isLitAsBrightAsItGetsAndPutBack() throws {
        let lamps = try Lamps()
        try lamps.add("scope::ring", of: "usb1/1-3", brightness: "3", largest: "120")
        let led = try #require(lamps.found())
        #expect(led.brightness == 3)
        try led.light(true)
        #expect(led.brightness == 120)
        try led.light(false)
        #expect(led.brightness == 0)
        try led.light(true)
        led.putBack()
        #expect(led.brightness == 3)
        led.putBack()
    }

    @Test(arguments: ["", "x", "-1", "99999999999999999999", "1.5"]) func absurdNumbersAreNone(_ text: String) throws {
        let lamps = try Lamps()
        try lamps.add("scope::ring", of: "usb1/1-3", brightness: text, largest: text)
        let led = try #require(lamps.found())
        #expect(led.brightness == nil)
        try led.light(true)
        #expect(led.brightness == 1)
    }

    @Test func whatCannotBeSetIsSaidInALine() throws {
        let lamps = try Lamps()
        try lamps.add("scope::ring", of: "usb1/1-3")
        let led = try #require(lamps.found())
        let file = "\(lamps.folders.paths.system)/class/leds/scope::ring/brightness"
        #expect(
            led.refusal(EACCES).description
                == "No permission to set the light scope::ring. Give \(file) to a group with a udev rule.")
        unlink(file)
        mkdir(file, 0o700)
        #expect(throws: SourceError("The light scope::ring cannot be set: Is a directory.")) { try led.light(true) }
    }

    @Test func isTheTorchOfACameraWithoutControlAndGoesOutWithIt() throws {
        let lamps = try Lamps()
        try lamps.add("scope::ring", of: "usb1/1-3")
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .silence]
        }
        let device = CameraDevice(name: "cam", title: "Cam", node: "/dev/video0", path: "/dev/video0")
        let camera = V4L2Camera(device: device, system: CameraSystem(calls: fake.calls, paths: lamps.folders.paths))
        let led = try #require(lamps.found())
        let result = try CameraRun().run(camera, frames: 1) {
            #expect((try? camera.controls?.isTorchOn()) == false)
            #expect(throws: Never.self) { try #require(camera.controls).torch(true) }
            #expect(led.brightness == 255)
            #expect((try? camera.controls?.isTorchOn()) == true)
        }
        #expect(result.error == nil)
        #expect(led.brightness == 0)
        #expect(fake.isReleased)
    }
}
