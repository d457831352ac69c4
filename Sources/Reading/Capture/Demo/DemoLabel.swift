import Encoding
import Foundation
import Symbols

/// Where a label lies at one instant.
struct DemoPose: Equatable {
    /// The label's middle, in frame pixels.
    var x: Double
    var y: Double
    /// Pixels a module.
    var scale: Double
    /// Radians, clockwise.
    var angle: Double
    /// 0 for invisible, 1 for opaque.
    var opacity: Double
}

/// A symbol printed on paper with round corners, ready to be drawn at any pose.
struct DemoLabel: Sendable {
    /// The content that a reader should report.
    let content: SymbolContent
    private let role: DemoScript.Role
    private let image: SymbolImage
    /// A byte a module (255 for ink) with one light module more around it, so that sampling needs no checks.
    private let ink: [UInt8]
    private let stride: Int

    /// The grey of ink and of paper: off black and white, so that noise cannot overflow.
    private static let inkTone: Float = 26
    private static let paperTone: Float = 226
    /// How much the scale swings about its middle.
    private static let pulse = 0.05

    init(_ role: DemoScript.Role) throws(EncodingError) {
        self.role = role
        image = try SymbolEncoder.encode(role.text, as: role.symbology, barHeight: role.barHeight)
        content = SymbolContent(symbology: role.symbology, text: role.text)
        stride = image.width + 2
        var ink = [UInt8](repeating: 0, count: stride * (image.height + 2))
        for y in 0..<image.height {
            for x in 0..<image.width where image.isDark(x, y) { ink[(y + 1) * stride + x + 1] = 255 }
        }
        self.ink = ink
    }

    /// The pose `time` seconds after the act began, in a frame of this size.
    ///
    /// The symbol with its quiet zone stays in its share of the frame's middle 60 %, except while it enters and leaves.
    func pose(at time: Double, width: Int, height: Int) -> DemoPose {
        let (width, height) = (Double(width), Double(height))
        let phase = 2 * Double.pi * time / DemoScript.actSeconds
        let angle = (role.tilt + role.swing * sin(phase)) * .pi / 180
        let widest = (abs(role.tilt) + role.swing) * .pi / 180
        let (modulesWide, modulesHigh) = (Double(image.width), Double(image.height))
        let roomWide = (role.width - 2 * role.glide) * width
        let roomHigh = 0.6 * height - role.glide * width
        let fit = min(
            roomWide / (modulesWide * cos(widest) + modulesHigh * sin(widest)),
            roomHigh / (modulesHigh * cos(widest) + modulesWide * sin(widest)))
        // Below 2.5 pixels a module symbols are hard to read: the symbol may leave the middle instead.
        let scale = max(min(fit / (1 + Self.pulse), width / 64), 2.5 / (1 - Self.pulse))
        let presence = Self.presence(at: time)
        return DemoPose(
            x: (role.x + role.glide * sin(phase + 1) + 0.3 * presence.shift) * width,
            y: 0.5 * height + 0.5 * role.glide * cos(phase) * width,
            scale: scale * (1 + Self.pulse * sin(phase - 0.7)), angle: angle, opacity: presence.opacity)
    }

    /// How far a label is shifted while it enters (from the right) and leaves (to the left), and how opaque it is.
    private static func presence(at time: Double) -> (shift: Double, opacity: Double) {
        func ease(_ x: Double) -> Double {
            let x = max(0, min(1, x))
            return x * x * (3 - 2 * x)
        }
        let coming = ease(time / 0.6)
        let going = ease((DemoScript.actSeconds - time) / 0.6)
        return ((1 - coming) - (1 - going), min(coming, going))
    }

    /// The corners of the symbol itself, without its quiet zone, at `pose`.
    func corners(at pose: DemoPose) -> Quadrilateral {
        let x = Double(image.width) / 2 - Double(image.horizontalQuietZone)
        let y = Double(image.height) / 2 - Double(image.verticalQuietZone)
        let shape = Quadrilateral(
            topLeft: Point(x: -x, y: -y), topRight: Point(x: x, y: -y), bottomRight: Point(x: x, y: y),
            bottomLeft: Point(x: -x, y: y))
        let (cosine, sine) = (cos(pose.angle) * pose.scale, sin(pose.angle) * pose.scale)
        return shape.map {
            Point(x: pose.x + cosine * $0.x - sine * $0.y, y: pose.y + sine * $0.x + cosine * $0.y)
        }
    }

    /// Draws the label over `luma`, `width * height` bytes, with its shadow.
    func draw(at pose: DemoPose, into luma: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int) {
        guard pose.opacity > 0 else { return }
        let scale = Float(pose.scale)
        let opacity = Float(pose.opacity)
        // The paper reaches two modules beyond the quiet zone; the shadow some pixels further.
        let halfWide = Float(image.width) / 2 + 2
        let halfHigh = Float(image.height) / 2 + 2
        let cosine = Float(cos(pose.angle)) / scale
        let sine = Float(sin(pose.angle)) / scale
        let (columns, rows) = bounds(at: pose, halfWide, halfHigh, width: width, height: height)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let corner: Float = min(6, min(halfWide, halfHigh))
        ink.withUnsafeBufferPointer { ink in
            for y in rows {
                // The middle of the pixel in modules from the label's middle, turned back.
                let dx = Float(columns.lowerBound) + 0.5 - Float(pose.x)
                let dy = Float(y) + 0.5 - Float(pose.y)
                var u = cosine * dx + sine * dy
                var v = cosine * dy - sine * dx
                let row = y * width
                for x in columns {
                    // Distance to the paper's edge in pixels, negative inside (a rounded box).
                    let beyondX = abs(u) - halfWide + corner
                    let beyondY = abs(v) - halfHigh + corner
                    let outside = (max(beyondX, 0) * max(beyondX, 0) + max(beyondY, 0) * max(beyondY, 0)).squareRoot()
                    let distance = (min(max(beyondX, beyondY), 0) + outside - corner) * scale
                    if distance < 10 {
                        let under = Float(luma[row + x])
                        var tone = under
                        if distance > -1 {
                            // A shadow that fades over ten pixels, then the paper's edge over one.
                            let shade = max(0, 1 - max(distance, 0) / 10)
                            tone = under * (1 - 0.45 * shade * shade)
                        }
                        let cover = max(0, min(1, 0.5 - distance))
                        if cover > 0 {
                            let dark = sample(ink, u, v, scale)
                            tone += (Self.paperTone + (Self.inkTone - Self.paperTone) * dark - tone) * cover
                        }
                        luma[row + x] = UInt8(max(0, min(255, under + (tone - under) * opacity)))
                    }
                    u += cosine
                    v -= sine
                }
            }
        }
    }

    /// The pixels that the paper and its shadow may cover, inside `width` × `height`.
    private func bounds(
        at pose: DemoPose, _ halfWide: Float, _ halfHigh: Float, width: Int, height: Int
    ) -> (columns: Range<Int>, rows: Range<Int>) {
        let scale = Float(pose.scale)
        let shadow = 10 / scale
        let cosine = abs(Float(cos(pose.angle)) / scale)
        let sine = abs(Float(sin(pose.angle)) / scale)
        let reachX = (halfWide + shadow) * cosine * scale * scale + (halfHigh + shadow) * sine * scale * scale
        let reachY = (halfWide + shadow) * sine * scale * scale + (halfHigh + shadow) * cosine * scale * scale
        func range(_ middle: Double, _ reach: Float, _ end: Int) -> Range<Int> {
            let first = max(0, Int((Float(middle) - reach).rounded(.down)))
            return first..<max(first, min(end, Int((Float(middle) + reach).rounded(.up))))
        }
        return (range(pose.x, reachX, width), range(pose.y, reachY, height))
    }

    /// How much of the pixel at (`u`, `v`), in modules from the symbol's middle, is ink, 0 to 1.
    ///
    /// Between the middles of two modules the change takes one pixel: what a box filter gives for straight edges,
    /// at any scale and from one byte a module.
    @inline(__always)
    private func sample(_ ink: UnsafeBufferPointer<UInt8>, _ u: Float, _ v: Float, _ scale: Float) -> Float {
        // + 1 for the border of the raster, - 0.5 from edges to middles.
        let x = u + Float(image.width) / 2 + 0.5
        let y = v + Float(image.height) / 2 + 0.5
        guard x >= 0 && y >= 0 && x < Float(image.width + 1) && y < Float(image.height + 1) else { return 0 }
        let column = Int(x)
        let row = Int(y)
        let at = row * stride + column
        // SAFETY: column < stride - 1 and row < rows - 1 by the guard above, so all four lie in the raster.
        let (a, b) = (Float(ink[at]), Float(ink[at + 1]))
        let (c, d) = (Float(ink[at + stride]), Float(ink[at + stride + 1]))
        let right = max(0, min(1, (x - Float(column) - 0.5) * scale + 0.5))
        let below = max(0, min(1, (y - Float(row) - 0.5) * scale + 0.5))
        let upper = a + (b - a) * right
        let lower = c + (d - c) * right
        return (upper + (lower - upper) * below) / 255
    }
}
