import Frames

/// A phone as a camera: its browser opens a page of this machine, and the page sends pictures back.
///
///     let source = PhoneSource(try PhoneLink(PhoneBinding()), parsing: parsing)
///     try source.run(output, until: stop)     // reports an invitation until a phone sends pictures
package final class PhoneSource: FrameSource {
    /// `phone`.
    package let name = "phone"
    /// With the address that it is served at: `Phone (192.168.1.5)`.
    package let title: String
    /// The newest picture wins.
    package let pacing = FramePacing.live
    private let link: PhoneLink
    private let parsing: any PictureParsing

    /// The phone that connects by `link`, its pictures decoded where `parsing` says; nothing is opened before `run`.
    package init(_ link: PhoneLink, parsing: any PictureParsing = DirectParsing()) {
        (self.link, self.parsing) = (link, parsing)
        title = "Phone (\(link.host))"
    }

    /// Serves the page and brings the pictures that come back, until stopped.
    ///
    /// - Throws: `SourceError` when the address cannot be bound.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let parser = try parsing.parser(for: output.pool)
        let server = try link.open(until: stop)
        let sink = FrameSink(output, until: stop, pacing: pacing)
        var isConnected = false
        output.report(.invitation(link.invitation))
        while true {
            switch try server.next() {
            case .stopped: return
            case .phoneGone:
                if isConnected { output.report(.invitation(link.invitation)) }
                isConnected = false
            case .picture(let bytes):
                do throws(SourceError) {
                    try bring(bytes, to: sink, by: parser) {
                        if !isConnected { output.report(.invitation(nil)) }
                        isConnected = true
                    }
                } catch {
                    sink.lost(error.description)
                }
            }
        }
    }

    /// Decodes a picture and delivers it; `connected` is called before.
    private func bring(
        _ bytes: [UInt8], to sink: FrameSink, by parser: any PictureParser, connected: () -> Void
    ) throws(SourceError) {
        guard PictureFormat(beginning: bytes) == .jpeg else { throw SourceError("the phone sent no JPEG picture") }
        guard var draft = sink.output.pool.draft() else { throw SourceError("no slot was free") }
        let parsed = try parser.decode(bytes, name: "the phone's picture", channel: nil, into: &draft)
        if let defect = parsed.defect { throw SourceError(defect) }
        connected()
        sink.deliver(draft, encoding: parsed.encoding)
    }
}
