import CLinux
import Foundation
import Frames
import Glibc
import Synchronization

/// A camera that streams by RTSP (RFC 2326), as most surveillance cameras do; ffmpeg decodes it.
///
/// ffmpeg is confined as for files, and finds a single thing in its network: a socket whose connections are handed on to the
/// camera. It can reach no other host, whatever the camera sends.
package final class RTSPCamera: FrameSource {
    /// The address without user name, password and query.
    package let name: String
    package let title: String
    package let pacing = FramePacing.live
    private let address: NetworkAddress
    private let parsing: any PictureParsing
    private let program: String

    /// Milliseconds after which a camera that sends nothing is given up, and opened again.
    private static let patience: Int32 = 10_000
    /// The camera's port in ffmpeg's own network.
    private static let port: Int32 = 8554

    /// The camera at `address`, an rtsp address; nothing is opened before `run`.
    ///
    /// - Parameter program: what is run in ffmpeg's place: a name in PATH, or a path.
    package init(_ address: NetworkAddress, parsing: any PictureParsing = DirectParsing(), program: String = "ffmpeg") {
        (self.address, self.parsing, self.program) = (address, parsing, program)
        (name, title) = (address.name, address.title)
    }

    /// Brings the camera's frames until stopped.
    ///
    /// - Throws: `SourceError` when it cannot be reached, ffmpeg is missing, or the stream ends.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let host = try Self.resolve(address)
        let (process, listener) = try start()
        if let failure = process.launchFailure { throw SourceError("\(title) streams by RTSP: \(failure)") }
        // The relay ends by its own bell: ffmpeg may end first.
        let end = try Doorbell()
        let fault = Mutex<Int32>(0)
        let relay = DispatchGroup()
        let port = Int32(address.port)
        Thread.detachNewThread(in: relay) {
            let result = qz_relay(listener, host, port, end.descriptor, Self.patience)
            if result < 0 { fault.withLock { $0 = result } }
        }
        let (delivered, failure) = process.bringFrames(
            to: output, title: title, pacing: pacing, by: parsing, until: stop)
        end.ring()
        let lastLine = process.end(kill: true)
        relay.wait()
        if listener != process.listener { close(listener) }
        if stop.isRung { return }
        let error = fault.withLock { $0 }
        if error < 0 { throw SourceError("\(title) cannot be reached: \(String(cString: strerror(-error)))") }
        if delivered > 0 { throw SourceError("\(title) has closed the connection.") }
        if lastLine?.contains("401") == true {
            throw SourceError("\(title) needs a user name and password: use rtsp://USER:PASSWORD@\(title)/…")
        }
        // What ffmpeg calls it: the list on its standard input.
        let said = lastLine.map { $0.hasPrefix("pipe:0: ") ? String($0.dropFirst(8)) : $0 }
        let reason = said.map { ": \($0)" } ?? failure.map { ": \($0.description)" } ?? ""
        throw SourceError("\(title) sent no video\(reason)")
    }

    /// Starts ffmpeg; with the socket on which its connections come.
    private func start() throws(SourceError) -> (ConfinedProgram, listener: Int32) {
        let process = try ffmpeg(at: Self.port, in: .own(port: Self.port))
        if process.launchFailure != nil { return (process, -1) }
        if process.listener >= 0 {
            try process.checkConfinement(by: parsing)
            return (process, process.listener)
        }
        // Where namespaces are not allowed, a port of this machine at least leads ffmpeg to the right camera.
        process.end(kill: true)
        try parsing.accept("\(program) runs", "it cannot be kept from the network")
        let (listener, port) = try Self.listen()
        do throws(SourceError) {
            return (try ffmpeg(at: port, in: .machine), listener)
        } catch {
            close(listener)
            throw error
        }
    }

    private func ffmpeg(at port: Int32, in network: ConfinedProgram.Network) throws(SourceError) -> ConfinedProgram {
        try ConfinedProgram(
            program: program, arguments: Self.arguments, input: Array(Self.list(address, port).utf8), network: network)
    }

    /// The list from which ffmpeg takes the address: its arguments could be seen by other users, with the password in them.
    static func list(_ address: NetworkAddress, _ port: Int32) -> String {
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let login = address.login.map { "\(escaped($0.user)):\(escaped($0.password))@" } ?? ""
        let target = address.target.replacingOccurrences(of: "'", with: "%27")
        return """
            ffconcat version 1.0
            file 'rtsp://\(login)127.0.0.1:\(port)\(target)'
            option rtsp_transport tcp

            """
    }

    private static let arguments =
        ["-nostdin", "-hide_banner", "-loglevel", "error", "-fflags", "nobuffer", "-flags", "low_delay"]
        + ["-f", "concat", "-safe", "0", "-protocol_whitelist", "pipe,rtsp,rtp,tcp,udp", "-i", "pipe:0"]
        // Each frame once, however the camera's clock runs.
        + ["-map", "0:v:0", "-vf", "setpts=N/25/TB", "-r", "25", "-pix_fmt", "gray", "-f", "yuv4mpegpipe", "pipe:1"]

    /// The numeric address of the host.
    private static func resolve(_ address: NetworkAddress) throws(SourceError) -> String {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(address.host, nil, &hints, &found)
        defer { if let found { freeaddrinfo(found) } }
        guard result == 0, let found else {
            throw SourceError("\(address.title) cannot be reached: \(String(cString: gai_strerror(result)))")
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let named = getnameinfo(
            found.pointee.ai_addr, found.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard named == 0 else {
            throw SourceError("\(address.title) cannot be reached: \(String(cString: gai_strerror(named)))")
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A socket that listens at a free port of 127.0.0.1.
    private static func listen() throws(SourceError) -> (listener: Int32, port: Int32) {
        var port: Int32 = 0
        let listener = qz_listen_locally(&port)
        guard listener >= 0 else { throw SourceError("cannot make a socket: \(String(cString: strerror(-listener)))") }
        return (listener, port)
    }
}
