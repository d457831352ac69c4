/// Something that brings frames: a camera, pictures, a video, a stream, the demo.
package protocol FrameSource: AnyObject, Sendable {
    /// What scans carry as their source: a camera's stable name, a path, `-` or `demo`.
    var name: String { get }

    /// What a person reads in the status line, for example `HD Webcam` or `DEMO`.
    var title: String { get }

    /// Whether frames may be dropped when readers are slower.
    var pacing: FramePacing { get }

    /// Brings frames on the calling thread until `stop` is rung or the source has ended.
    ///
    /// A source holds its device only inside this call: when it returns or throws, everything is released.
    /// - Throws: `SourceError` in one line that says what is wrong and what to do.
    func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError)
}

/// A live source of pictures that stand still: each comes a few times, and then not until it is asked for.
package protocol StillSource: FrameSource {
    /// Brings the picture a few times more: it is to be read in another way. Any thread may call it.
    func showAgain()
}

/// Who waits for whom.
package enum FramePacing: Sendable {
    /// The source has its own frame rate; the newest frame wins.
    case live
    /// Every frame counts; the source waits for the readers.
    case complete
}

/// Where a source puts what it has.
package struct FrameOutput: Sendable {
    package let pool: FramePool
    package let colour: ChromaRequest
    /// Hands a frame to the readers. Blocks only for a source whose pacing is `complete`.
    package let deliver: @Sendable (Frame) -> Void
    package let report: @Sendable (SourceReport) -> Void

    /// An output to `deliver` and `report`, with drafts from `pool`; nobody wants colours by default.
    package init(
        pool: FramePool, colour: ChromaRequest = ChromaRequest(), deliver: @escaping @Sendable (Frame) -> Void,
        report: @escaping @Sendable (SourceReport) -> Void
    ) {
        self.pool = pool
        self.colour = colour
        self.deliver = deliver
        self.report = report
    }
}

/// What a source reports beside its frames.
package enum SourceReport: Sendable, Equatable {
    /// Frames come, or are about to, in this format.
    case streaming(FrameFormat)
    /// A frame was lost in the source: no slot was free, or the device said that it is damaged.
    case lostFrame(String)
    /// One picture of several could not be used; the source goes on with the next.
    case skipped(String)
    /// Someone has to connect before frames come; nil when they have.
    case invitation(SourceInvitation?)
}

/// What somebody needs to connect to a source that waits for them.
package struct SourceInvitation: Hashable, Sendable {
    /// The address to open: `https://192.168.1.5:41234/…`.
    package var address: String
    /// The SHA-256 fingerprint of the source's certificate.
    package var fingerprint: [UInt8]

    package init(address: String, fingerprint: [UInt8]) {
        (self.address, self.fingerprint) = (address, fingerprint)
    }

    /// The fingerprint as browsers show it, in lines of eight bytes: `3F 0A …`.
    package var fingerprintLines: [String] {
        let pairs = fingerprint.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count < 2 ? "0" + digits : digits
        }
        return stride(from: 0, to: pairs.count, by: 8).map { start in
            pairs[start..<min(start + 8, pairs.count)].joined(separator: " ")
        }
    }
}

/// The shape of a source's frames.
package struct FrameFormat: Sendable, Hashable {
    package var width: Int
    package var height: Int
    /// The pixel format's FourCC or a file format's name: `YUYV`, `MJPG`, `PNG`.
    package var encoding: String
    /// What the source promises; nil if it has no clock.
    package var framesPerSecond: Double?

    package init(width: Int, height: Int, encoding: String, framesPerSecond: Double? = nil) {
        self.width = width
        self.height = height
        self.encoding = encoding
        self.framesPerSecond = framesPerSecond
    }
}

/// One line that says what is wrong with a source and what to do.
package struct SourceError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line, without a newline.
    package let description: String

    package init(_ description: String) { self.description = description }

    /// The line with a full stop at its end, for text that goes on.
    package var sentence: String { description.hasSuffix(".") ? description : description + "." }
}
