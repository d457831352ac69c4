import CLinux
import CLoaded
import Foundation
import Frames
import Glibc
import Synchronization

/// A camera that sends Motion JPEG, or one JPEG for each request, by HTTP.
///
/// The newest picture wins: what comes while one is decoded is taken and left out, so that the delay does not grow. It needs
/// libcurl, which is loaded when it runs.
package final class NetworkCamera: FrameSource {
    /// The address without user name, password and query.
    package let name: String
    package let title: String
    package let pacing = FramePacing.live
    private let address: NetworkAddress
    private let parsing: any PictureParsing

    /// Seconds after which a camera that sends nothing is given up, and opened again.
    private static let patience = 10
    /// How long a camera that sends one picture for each request is left alone between two.
    private static let pause = Duration.milliseconds(100)

    /// The camera at `address`, an http or https address; nothing is opened before `run`.
    package init(_ address: NetworkAddress, parsing: any PictureParsing = DirectParsing()) {
        (self.address, self.parsing) = (address, parsing)
        (name, title) = (address.name, address.title)
    }

    /// Brings the camera's pictures until stopped.
    ///
    /// - Throws: `SourceError` when it cannot be reached, sends something else, or the connection ends.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        guard let http = qz_http_new() else {
            throw SourceError("cameras on the network need libcurl, which is not installed: sudo apt install libcurl4")
        }
        defer { qz_http_free(http) }
        let parser = try parsing.parser(for: output.pool)
        let sink = FrameSink(output, until: stop, pacing: pacing)
        while !stop.isRung {
            let before = sink.delivered
            var lastFailure: SourceError?
            let type = try request(http, into: sink, by: parser, until: stop, &lastFailure)
            if stop.isRung { return }
            guard sink.delivered > before else {
                throw lastFailure ?? SourceError("\(address.title) sent no picture: \(advice)")
            }
            guard !type.lowercased().hasPrefix("multipart/") else {
                throw SourceError("\(address.title) has closed the connection.")
            }
            if stop.wait(milliseconds: Int(Self.pause / .milliseconds(1))) { return }
        }
    }

    private let advice = "use the address of its JPEG picture or its Motion JPEG stream"

    /// Brings what one request gives; returns its media type. `lastFailure` gets why a picture could not be decoded.
    private func request(
        _ http: OpaquePointer, into sink: FrameSink, by parser: any PictureParser, until stop: Doorbell,
        _ lastFailure: inout SourceError?
    ) throws(SourceError) -> String {
        let newest = try NewestPicture()
        let ends = try Transfer(http, address, patience: Self.patience, stop: stop)
        // Both end with the transfer, which ends when its reading end is closed.
        let reading = DispatchGroup()
        let fault = Mutex<StreamError?>(nil)
        let (descriptor, title) = (ends.reading, address.title)
        Thread.detachNewThread(in: reading) {
            do throws(StreamError) {
                let input = StreamInput(descriptor, until: stop)
                var scanner = JPEGScanner()
                var bytes: [UInt8] = []
                while try scanner.nextPicture(from: input, into: &bytes) { newest.post(bytes) }
            } catch {
                fault.withLock { $0 = error }
            }
            newest.end()
            // What comes after a fault is not read, so that the transfer ends.
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
        while let bytes = newest.take(until: stop) {
            do throws(StreamError) {
                try sink.bring(
                    UndecodedPicture { (draft) throws(SourceError) in
                        try parser.decode(bytes, name: title, channel: nil, into: &draft)
                    })
            } catch .failed(let error) {
                sink.lost(error.description)
                lastFailure = error
            } catch {
                break
            }
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        reading.wait()
        // The last use of `ends`, which closes the descriptor: nobody reads it any more.
        let end = ends.finish()
        if stop.isRung { return "" }
        if case .malformed(let reason)? = fault.withLock({ $0 }) { throw SourceError("\(title): \(reason)") }
        try check(end)
        return end.type
    }

    /// - Throws: why there is no picture in `end`.
    private func check(_ end: Transfer.End) throws(SourceError) {
        let title = address.title
        switch end.status {
        case 200 where end.isUnfit:
            throw SourceError("\(title) sent \(end.type.onOneLine), not a picture: \(advice)")
        case 200:
            if !end.problem.isEmpty { throw SourceError("\(title): the connection was lost: \(end.problem.onOneLine)") }
        case 0:
            let advice =
                end.problem.contains("certificate")
                ? ": use http://, or let this system trust the camera's certificate" : ""
            throw SourceError("\(title) cannot be reached: \(end.problem.onOneLine)\(advice)")
        case 401, 403:
            let login =
                address.login == nil ? "needs a user name and password" : "does not accept this user name and password"
            throw SourceError("\(title) \(login): use \(address.scheme.rawValue)://USER:PASSWORD@\(title)/…")
        case 300..<400:
            let target = (try? NetworkAddress(end.location))?.withoutLogin.onOneLine ?? "another address"
            throw SourceError("\(title) redirects to \(target): use that address")
        default: throw SourceError("\(title) answered with status \(end.status): check the address")
        }
    }
}

/// One request in a thread of its own, its body in a socket.
private final class Transfer: Sendable {
    struct End: Sendable {
        var status = 0
        var type = ""
        var location = ""
        var problem = ""
        var isUnfit = false
    }

    /// Where the body is read.
    let reading: Int32
    private let end = Mutex(End())
    private let group = DispatchGroup()

    init(_ http: OpaquePointer, _ address: NetworkAddress, patience: Int, stop: Doorbell) throws(SourceError) {
        var ends: (reading: Int32, writing: Int32) = (-1, -1)
        let result = qz_socket_pair(&ends.reading, &ends.writing)
        guard result == 0 else {
            throw SourceError("cannot make a socket for \(address.title): \(String(cString: strerror(-result)))")
        }
        reading = ends.reading
        let writing = ends.writing
        let (url, login) = (address.withoutLogin, address.login.map { "\($0.user):\($0.password)" })
        // SAFETY: used by the transfer's thread alone until it has ended.
        nonisolated(unsafe) let http = http
        Thread.detachNewThread(in: group) { [self] in
            var answer = qz_http_stream_end()
            url.withCString { url in
                withOptionalCString(login) { login in
                    var request = qz_http_stream_request(
                        url: url, login: login, output: writing, stop: stop.descriptor, patience: patience)
                    qz_http_stream(http, &request, &answer)
                }
            }
            close(writing)
            end.withLock {
                $0.status = answer.status
                $0.type = text(of: answer.type)
                $0.location = text(of: answer.location)
                $0.problem = text(of: answer.problem)
                $0.isUnfit = answer.is_unfit != 0
            }
        }
    }

    deinit {
        shutdown(reading, Int32(SHUT_RDWR))
        group.wait()
        close(reading)
    }

    /// Waits for the end of the request.
    func finish() -> End {
        group.wait()
        return end.withLock { $0 }
    }
}

/// The picture that came last, and was not taken yet.
private final class NewestPicture: Sendable {
    private let state = Mutex<(bytes: [UInt8]?, hasEnded: Bool)>((nil, false))
    private let bell: Doorbell

    init() throws(SourceError) { bell = try Doorbell() }

    func post(_ bytes: [UInt8]) {
        state.withLock { $0.bytes = bytes }
        bell.ring()
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        bell.ring()
    }

    /// Waits for a picture; nil when there is none to come, or `stop` was rung.
    func take(until stop: Doorbell) -> [UInt8]? {
        while true {
            if stop.isRung { return nil }
            bell.clear()
            let (bytes, hasEnded) = state.withLock { state in
                defer { state.bytes = nil }
                return (state.bytes, state.hasEnded)
            }
            if bytes != nil || hasEnded { return bytes }
            _ = qz_poll([stop.descriptor, bell.descriptor], 2, -1)
        }
    }
}

extension Thread {
    /// Runs `body` on a new thread; `group` is left when it has ended.
    static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            body()
            group.leave()
        }
    }
}

/// Calls `body` with the bytes of `text`, or with nil.
private func withOptionalCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
    if let text { text.withCString { body($0) } } else { body(nil) }
}
