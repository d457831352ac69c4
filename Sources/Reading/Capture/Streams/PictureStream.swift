import Frames

/// Pictures one after the other in a stream: netpbm, JPEG (as MJPEG streams are) or PNG.
struct PictureStream {
    /// The largest encoded picture, in bytes, and the most that is passed over in search of one.
    static let largestPicture = 64 << 20

    let format: PictureFormat
    /// What messages call the stream.
    let name: String

    /// Brings every picture of the stream to `sink`.
    ///
    /// One that cannot be decoded is reported as skipped; it is an error when there was no other.
    func run(_ input: StreamInput, to sink: FrameSink) throws(StreamError) {
        do throws(StreamError) {
            try bringPictures(of: input, to: sink)
        } catch .truncated where sink.delivered > 0 {
            sink.lost("the stream ended within a picture")
        }
    }

    private func bringPictures(of input: StreamInput, to sink: FrameSink) throws(StreamError) {
        switch format {
        case .netpbm: try runNetpbm(input, to: sink)
        case .jpeg:
            var scanner = JPEGScanner()
            try runEncoded(to: sink) { (bytes) throws(StreamError) in
                try scanner.nextPicture(from: input, into: &bytes)
            }
        case .png:
            try runEncoded(to: sink) { (bytes) throws(StreamError) in
                try PNGScanner.nextPicture(from: input, into: &bytes)
            }
        }
    }

    /// `next` leaves a picture's bytes in the array it is given; it returns false at the end.
    private func runEncoded(
        to sink: FrameSink, next: (inout [UInt8]) throws(StreamError) -> Bool
    ) throws(StreamError) {
        let parser = DirectParsing().parser(for: sink.output.pool)
        var bytes: [UInt8] = []
        var lastFailure: SourceError?
        var isEmpty = true
        while try next(&bytes) {
            isEmpty = false
            do throws(StreamError) {
                try sink.bring(
                    UndecodedPicture { (draft) throws(SourceError) in
                        try parser.decode(bytes, name: name, channel: nil, into: &draft)
                    })
            } catch .failed(let error) {
                lastFailure = error
                sink.skipped(error.description)
            }
        }
        if isEmpty { throw .truncated }
        if let lastFailure, sink.delivered == 0 { throw .failed(lastFailure) }
    }

    private func runNetpbm(_ input: StreamInput, to sink: FrameSink) throws(StreamError) {
        var source = input
        while let header = try NetpbmHeader(from: &source) {
            guard var draft = try sink.draft(width: header.width, height: header.height) else {
                try header.skipPixels(from: &source)
                continue
            }
            var isCut = false
            try draft.withLuma { (luma) throws(StreamError) in
                luma.update(repeating: 128)
                do throws(StreamError) {
                    try header.readPixels(from: &source, into: luma)
                } catch .truncated {
                    isCut = true
                }
            }
            sink.deliver(draft, encoding: format.name, defect: isCut ? "\(name.onOneLine) is cut short" : nil)
            if isCut { return }
        }
    }
}
