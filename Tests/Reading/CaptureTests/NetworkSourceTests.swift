import CLinux
import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct NetworkSourceTests {
    private func address(_ text: String) throws -> NetworkAddress { try NetworkAddress(text) }

    @Test func anAddressIsTakenApart() throws {
        let camera = try address("HTTP://admin:p%40ss@192.168.1.5:8080/video.cgi?key=secret")
        #expect(camera.scheme == .http)
        #expect(camera.host == "192.168.1.5")
        #expect(camera.port == 8080)
        #expect(camera.login?.user == "admin")
        #expect(camera.login?.password == "p@ss")
        #expect(camera.withoutLogin == "http://192.168.1.5:8080/video.cgi?key=secret")
        #expect(camera.title == "192.168.1.5:8080")
        // What scans carry is kept for years: no password, no key.
        #expect(camera.name == "http://192.168.1.5:8080/video.cgi")
        #expect(try address("rtsp://[fe80::1]/x").title == "[fe80::1]")
        #expect(try address("rtsp://camera").port == 554)
        #expect(try address("https://camera").withoutLogin == "https://camera/")
    }

    @Test(arguments: [
        "http://", "http:///path", "ftp://camera/", "http://camera:0/", "http://camera:70000/", "rtsp://a b/",
    ])
    func whatIsNoAddressIsRefusedInOneLine(text: String) {
        let error = #expect(throws: SourceError.self) { try NetworkAddress(text) }
        #expect(error?.description.contains("is not an address of a camera") == true)
    }

    @Test func aRefusalDoesNotTellThePassword() {
        let error = #expect(throws: SourceError.self) { try NetworkAddress("http://admin:secret@camera:70000/") }
        #expect(error?.description.contains("secret") == false)
    }

    @Test func addressesAreSources() throws {
        #expect(try SourceSpec("http://camera/a") == .network(try address("http://camera/a")))
        #expect(try SourceSpec("rtsp://camera/a").fileSource(pacing: .complete) is RTSPCamera)
        #expect(try SourceSpec("https://camera/a").fileSource(pacing: .complete)?.pacing == .live)
        #expect(try SourceSpec("screen") == .screen(.whole))
        #expect(try SourceSpec("screen:select") == .screen(.chosen))
        #expect(try SourceSpec("screen:640x480+10+20") == .screen(.part(x: 10, y: 20, width: 640, height: 480)))
        #expect(try SourceSpec("clipboard") == .clipboard)
        for text in [
            "screen:", "screen:640", "screen:640x480", "screen:-1x2+3+4", "screen:1x0+0+0", "screen:1x1+1+1+1",
        ] {
            #expect(throws: SourceError.self) { try SourceSpec(text) }
        }
    }

    /// ffmpeg reads a list whose quotes an address must not end.
    @Test func anAddressCannotLeaveItsQuotes() throws {
        let list = RTSPCamera.list(try address("rtsp://us'er:pa%27ss%0A@camera/it's?a='b"), 8554)
        let lines = list.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "file 'rtsp://us%27er:pa%27ss%0A@127.0.0.1:8554/it%27s?a=%27b'")
    }

    /// A program that may use the network finds nothing in it but the socket that it is given.
    @Test func aConfinedProgramReachesOneSocketAlone() throws {
        let script = """
            import socket, sys
            def reach(family, address):
                try:
                    s = socket.socket(family); s.settimeout(5); s.connect(address); return s.recv(5).decode()
                except OSError as error:
                    return str(error.errno)
            listener = socket.socket()
            print(reach(socket.AF_INET, ("127.0.0.1", 8554)))
            print(reach(socket.AF_INET, ("127.0.0.1", int(sys.argv[1]))))
            try: socket.socket(socket.AF_UNIX); print("unix")
            except OSError as error: print(error.errno)
            """
        var port: Int32 = 0
        let outside = qz_listen_locally(&port)
        try #require(outside >= 0)
        defer { close(outside) }
        let program = try ConfinedProgram(
            program: "python3", arguments: ["-c", script, "\(port)"], network: .own(port: 8554))
        try #require(program.launchFailure == nil)
        // Where the system allows no networks there is none at all, and `freedom` says it.
        guard program.listener >= 0 else {
            program.end(kill: true)
            #expect(program.freedom?.contains("the network") == true)
            return
        }
        #expect(program.freedom?.contains("the network") != true)
        let stop = try Doorbell()
        let relay = DispatchGroup()
        let (listener, outsidePort) = (program.listener, port)
        Thread.detachNewThread(in: relay) { _ = qz_relay(listener, "127.0.0.1", outsidePort, stop.descriptor, 60_000) }
        let connection = accept(outside, nil, nil)
        _ = send(connection, "hello", 5, 0)
        let output = program.wholeOutput(limit: 1000, until: nil) ?? []
        stop.ring()
        relay.wait()
        close(connection)
        program.end(kill: false)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "hello")
        #expect(lines.count == 3)
        #expect(lines.dropFirst().allSatisfy { Int($0) != nil }, "refused: \(lines)")
    }

    @Test func aRelayTellsWhyItReachesNobody() throws {
        var port: Int32 = 0
        let listener = qz_listen_locally(&port)
        try #require(listener >= 0)
        defer { close(listener) }
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(connected == 0)
        let stop = try Doorbell()
        #expect(qz_relay(listener, "127.0.0.1", 1, stop.descriptor, 1000) == -ECONNREFUSED)
        stop.ring()
        #expect(qz_relay(listener, "127.0.0.1", 1, stop.descriptor, 1000) == 0)
    }
}

@Suite struct DesktopSourceTests {
    @Test func whereThereIsNoDesktopThatIsSaid() throws {
        let none = Desktop(hasWayland: false, hasX11: false)
        let source = ScreenSource(.whole, pacing: .live, parsing: DirectParsing(), desktop: none)
        let error = #expect(throws: SourceError.self) { try Recorder().run(source) }
        #expect(error?.description.contains("neither WAYLAND_DISPLAY nor DISPLAY is set") == true)
        #expect(throws: SourceError.self) { try Clipboard.content(of: none, until: Doorbell()) }
    }

    @Test func aRegionIsCutToTheScreen() throws {
        let part = ScreenRegion.part(x: 100, y: 50, width: 1000, height: 20)
        let visible = try ScreenSource.visible(part, width: 640, height: 480)
        #expect(visible == (100, 50, 540, 20))
        #expect(throws: StreamError.self) { try ScreenSource.visible(part, width: 100, height: 480) }
        #expect(try ScreenSource.visible(.whole, width: 3, height: 4) == (0, 0, 3, 4))
    }

    @Test func filesAreFoundInTheClipboard() {
        #expect(Clipboard.firstFile(in: "# comment\r\nfile:///tmp/a%20b.png\r\nfile:///c\r\n") == "/tmp/a b.png")
        #expect(Clipboard.firstFile(in: "https://example.org/x.png\n") == nil)
        #expect(Clipboard.firstFile(in: "") == nil)
    }

    @Test func whatElseIsInTheClipboardIsSaid() {
        #expect(Clipboard.problem(["image/bmp"]).contains("image/bmp"))
        #expect(Clipboard.problem(["UTF8_STRING"]).contains("contains text"))
        #expect(Clipboard.problem([]).contains("contains no picture"))
        #expect(!Clipboard.problem(["image/a\u{1B}[31m"]).unicodeScalars.contains("\u{1B}"))
    }

    @Test func programsOfTheDesktopAreBounded() throws {
        let stop = try Doorbell()
        let ending = try DesktopProgram.run(["sh", "-c", "printf abc; echo lost >&2; exit 3"], limit: 10, until: stop)
        #expect(ending?.output == Array("abc".utf8))
        #expect(ending?.isSuccess == false)
        #expect(ending?.lastLine == "lost")
        #expect(try DesktopProgram.run(["no-such-program-here"], limit: 10, until: stop) == nil)
        #expect(throws: SourceError.self) { try DesktopProgram.run(["yes"], limit: 1000, until: stop) }
        #expect(throws: SourceError.self) {
            try DesktopProgram.run(["sleep", "1000"], limit: 10, patience: .milliseconds(100), until: stop)
        }
        stop.ring()
        #expect(throws: SourceError.self) { try DesktopProgram.run(["sleep", "1000"], limit: 10, until: stop) }
    }
}
