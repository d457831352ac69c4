import Frames

/// A picture in its full resolution and colours.
package struct StillPicture: Sendable {
    /// How the pixels are kept.
    package enum Content: Sendable, Hashable {
        /// A byte a pixel, rows packed.
        case grey([UInt8])
        /// Red, green and blue of each pixel, rows packed.
        case rgb([UInt8])
        /// A JPEG as the camera made it, with all its tables.
        case jpeg([UInt8])
    }

    package let width: Int
    package let height: Int
    package let content: Content

    init(width: Int, height: Int, content: Content) {
        (self.width, self.height, self.content) = (width, height, content)
    }

    package init(_ frame: Frame) {
        self.init(
            width: frame.width, height: frame.height,
            content: .grey(frame.withLuma { $0.withUnsafeBufferPointer { Array($0) } }))
    }

    /// The same with a JPEG decoded where `parsing` says; nil when it cannot be decoded.
    func decoded(by parsing: any PictureParsing = DirectParsing()) -> StillPicture? {
        guard case .jpeg(let bytes) = content else { return self }
        guard let pool = try? FramePool(slots: 1), let parser = try? parsing.parser(for: pool) else { return nil }
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        for channel in ColourChannel.allCases {
            guard var draft = pool.draft(),
                (try? parser.decode(bytes, name: "the picture", channel: channel, into: &draft)) != nil,
                draft.width == width, draft.height == height
            else { return nil }
            draft.withLuma { plane in for i in plane.indices { rgb[3 * i + channel.offset] = plane[i] } }
        }
        return StillPicture(width: width, height: height, content: .rgb(rgb))
    }

    /// The same mirrored left to right, then turned clockwise by quarters. A JPEG stays as it is.
    func turned(quarterTurns: Int, isMirrored: Bool) -> StillPicture {
        let channels: Int
        let pixels: [UInt8]
        switch content {
        case .grey(let bytes): (channels, pixels) = (1, bytes)
        case .rgb(let bytes): (channels, pixels) = (3, bytes)
        case .jpeg: return self
        }
        guard quarterTurns != 0 || isMirrored, pixels.count == width * height * channels else { return self }
        // The place (u, v) that is shown at (x, y), as u = x·u.x + y·u.y + u.at and so on: the inverse of each turn.
        var (u, v) = ((x: 1, y: 0, at: 0), (x: 0, y: 1, at: 0))
        var (across, down) = quarterTurns % 2 == 0 ? (width, height) : (height, width)
        let (shownWidth, shownHeight) = (across, down)
        for _ in 0..<quarterTurns {
            (u, v) = (v, (-u.x, -u.y, across - 1 - u.at))
            (across, down) = (down, across)
        }
        if isMirrored { u = (-u.x, -u.y, width - 1 - u.at) }
        let (first, stepX, stepY) = (v.at * width + u.at, v.x * width + u.x, v.y * width + u.y)
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            var place = 0
            for y in 0..<shownHeight {
                var from = (first + y * stepY) * channels
                for _ in 0..<shownWidth {
                    for channel in 0..<channels { target[place + channel] = pixels[from + channel] }
                    place += channels
                    from += stepX * channels
                }
            }
            count = place
        }
        return StillPicture(
            width: shownWidth, height: shownHeight, content: channels == 1 ? .grey(turned) : .rgb(turned))
    }
}
