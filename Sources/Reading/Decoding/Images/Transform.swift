import Glibc
import Symbols

/// A change to a picture before an engine looks at it.
enum Transform: Hashable {
    case none
    /// Dark and light swapped.
    case inverted
    /// Local histogram equalisation with a limit (CLAHE): for glare and shadow.
    case localContrast
    /// Twice as large, bilinear: for modules of under two pixels.
    case enlarged
    /// Half as large, box mean: for noise, and for what is finer than the modules.
    case halved
    /// Half as high, mean of two rows: for codes that are seen from the side, whose modules are higher than wide.
    case lowered
    /// Half as wide, mean of two columns: for codes that are seen from above or below.
    case narrowed
    /// Turned by degrees about the middle, counter-clockwise on the screen: for tilted linear codes.
    case rotated(Double)
    /// Mean of 3 × 3 pixels.
    case smoothed
    /// Unsharp mask over 3 × 3 pixels.
    case sharpened
}

/// A transformed picture, and the mapping back.
struct TransformedPlane {
    let plane: LumaPlane
    /// From pixels of `plane` to pixels of the picture that it was made from.
    let toSource: Affine
}

extension TransformedPlane {
    /// The same changed once more.
    func changed(by transform: Transform) -> TransformedPlane {
        guard let next = plane.withView(transform.apply(to:)) else { return self }
        return TransformedPlane(plane: next.plane, toSource: toSource.after(next.toSource))
    }
}

/// x' = a·x + b·y + dx, y' = c·x + d·y + dy.
struct Affine {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var dx = 0.0
    var dy = 0.0

    func callAsFunction(_ p: Point) -> Point { Point(x: a * p.x + b * p.y + dx, y: c * p.x + d * p.y + dy) }

    func callAsFunction(_ corners: Quadrilateral) -> Quadrilateral { corners.map { self($0) } }

    /// The same moved so that it maps `point` to `place`; this moves nothing.
    func mapping(_ point: Point, to place: Point) -> Affine {
        var result = self
        let offset = place - self(point)
        (result.dx, result.dy) = (offset.x, offset.y)
        return result
    }

    /// `first`, then this.
    func after(_ first: Affine) -> Affine {
        let origin = self(Point(x: first.dx, y: first.dy))
        return Affine(
            a: a * first.a + b * first.c, b: a * first.b + b * first.d, c: c * first.a + d * first.c,
            d: c * first.b + d * first.d, dx: origin.x, dy: origin.y)
    }
}

extension Transform {
    /// The picture of `source` after this change; nil for `none`, which needs no copy.
    func apply(to source: LumaView) -> TransformedPlane? {
        switch self {
        case .none: nil
        case .inverted: TransformedPlane(plane: source.mapped { 255 - $0 }, toSource: Affine())
        case .localContrast: TransformedPlane(plane: LocalContrast.equalized(source), toSource: Affine())
        case .enlarged: TransformedPlane(plane: source.enlarged(), toSource: Affine(a: 0.5, d: 0.5))
        case .halved:
            // A picture of one row or column has no half.
            source.width < 2 || source.height < 2
                ? TransformedPlane(plane: source.packed(), toSource: Affine())
                : TransformedPlane(plane: source.halved(), toSource: Affine(a: 2, d: 2))
        case .lowered: TransformedPlane(plane: source.packed(), toSource: Affine()).averaged(rows: 2)
        case .narrowed:
            source.width < 2
                ? TransformedPlane(plane: source.packed(), toSource: Affine())
                : TransformedPlane(plane: source.narrowed(), toSource: Affine(a: 2))
        case .rotated(let degrees): source.rotated(degrees: degrees)
        case .smoothed: TransformedPlane(plane: source.smoothed(sharpen: false), toSource: Affine())
        case .sharpened: TransformedPlane(plane: source.smoothed(sharpen: true), toSource: Affine())
        }
    }
}

// SAFETY for all of this file: output loops write `width * height` bytes of the plane that they were given;
// reads stay in rows 0..<height and columns 0..<width of the view.
extension LumaView {
    fileprivate func mapped(_ transform: (UInt8) -> UInt8) -> LumaPlane {
        LumaPlane(width: width, height: height) { out in
            for y in 0..<height {
                let row = base + y * rowStride
                let to = out + y * width
                for x in 0..<width { to[x] = transform(row[x]) }
            }
        }
    }

    fileprivate func enlarged() -> LumaPlane {
        LumaPlane(width: width * 2, height: height * 2) { out in
            for y in 0..<height * 2 {
                // Sample positions lie a quarter pixel from the source's pixel centres: weights 3 and 1.
                let near = y / 2
                let far = min(max(near + (y % 2 == 0 ? -1 : 1), 0), height - 1)
                let a = base + near * rowStride
                let b = base + far * rowStride
                let to = out + y * width * 2
                for x in 0..<width {
                    let here = Int(a[x]) * 3 + Int(b[x])
                    let left = x > 0 ? Int(a[x - 1]) * 3 + Int(b[x - 1]) : here
                    let right = x + 1 < width ? Int(a[x + 1]) * 3 + Int(b[x + 1]) : here
                    to[2 * x] = UInt8(truncatingIfNeeded: (here * 3 + left + 8) >> 4)
                    to[2 * x + 1] = UInt8(truncatingIfNeeded: (here * 3 + right + 8) >> 4)
                }
            }
        }
    }

    fileprivate func halved() -> LumaPlane {
        let (w, h) = (width / 2, height / 2)
        return LumaPlane(width: w, height: h) { out in
            for y in 0..<h {
                let a = base + 2 * y * rowStride
                let b = a + rowStride
                let to = out + y * w
                for x in 0..<w {
                    let sum = Int(a[2 * x]) + Int(a[2 * x + 1]) + Int(b[2 * x]) + Int(b[2 * x + 1])
                    to[x] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
                }
            }
        }
    }

    fileprivate func narrowed() -> LumaPlane {
        let w = width / 2
        return LumaPlane(width: w, height: height) { out in
            for y in 0..<height {
                let row = base + y * rowStride
                let to = out + y * w
                for x in 0..<w { to[x] = UInt8(truncatingIfNeeded: (Int(row[2 * x]) + Int(row[2 * x + 1]) + 1) >> 1) }
            }
        }
    }

    /// The means of squares of `side` pixels; what is left at the right and at the bottom is in none.
    ///
    /// - Parameter side: at most the width and the height.
    func reduced(by side: Int) -> LumaPlane {
        let (w, h) = (width / side, height / side)
        return LumaPlane(width: w, height: h) { out in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: w) { sums in
                for y in 0..<h {
                    sums.update(repeating: 0)
                    for row in y * side..<(y + 1) * side {
                        var pixel = base + row * rowStride
                        for x in 0..<w {
                            for _ in 0..<side {
                                sums[x] &+= Int(pixel.pointee)
                                pixel += 1
                            }
                        }
                    }
                    for x in 0..<w { out[y * w + x] = UInt8(truncatingIfNeeded: sums[x] / (side * side)) }
                }
            }
        }
    }

    /// A smaller copy of at most `maximum` pixels: each is the mean of a square, as small as possible.
    func reduced(toPixels maximum: Int) -> TransformedPlane {
        // No square is larger than the view.
        let sides = 1...max(1, min(width, height))
        let side = sides.first { (width / $0) * (height / $0) <= maximum } ?? sides.upperBound
        return TransformedPlane(plane: reduced(by: side), toSource: Affine(a: Double(side), d: Double(side)))
    }

    fileprivate func smoothed(sharpen: Bool) -> LumaPlane {
        LumaPlane(width: width, height: height) { out in
            for y in 0..<height {
                let b = base + y * rowStride
                let a = y > 0 ? b - rowStride : b
                let c = y + 1 < height ? b + rowStride : b
                let to = out + y * width
                for x in 0..<width {
                    let l = x > 0 ? x - 1 : x
                    let r = x + 1 < width ? x + 1 : x
                    let ring =
                        Int(a[l]) + Int(a[x]) + Int(a[r]) + Int(b[l]) + Int(b[r]) + Int(c[l]) + Int(c[x]) + Int(c[r])
                    let here = Int(b[x])
                    let mean = ((ring + here) * 7282) >> 16  // ninths
                    to[x] = UInt8(clamping: sharpen ? here + (here - mean) * 3 / 2 : mean)
                }
            }
        }
    }

    fileprivate func rotated(degrees: Double) -> TransformedPlane {
        let angle = degrees * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let w = max(1, Int((abs(Double(width) * cosine) + abs(Double(height) * sine)).rounded(.up)))
        let h = max(1, Int((abs(Double(width) * sine) + abs(Double(height) * cosine)).rounded(.up)))
        let mapping = Affine(a: cosine, b: -sine, c: sine, d: cosine)
            .mapping(Point(x: Double(w) / 2, y: Double(h) / 2), to: Point(x: Double(width) / 2, y: Double(height) / 2))
        return sampled(width: w, height: h, toSource: mapping)
    }

    /// A picture of `width` × `height` whose pixels are taken, bilinear, from where `toSource` maps them. What lies outside of
    /// this one is white, as a quiet zone.
    func sampled(width w: Int, height h: Int, toSource: Affine) -> TransformedPlane {
        let plane = LumaPlane(width: w, height: h) { out in
            out.initialize(repeating: 255, count: w * h)
            let (stepX, stepY) = (Int(toSource.a * 65536), Int(toSource.c * 65536))
            for y in 0..<h {
                let start = toSource(Point(x: 0.5, y: Double(y) + 0.5))
                var fx = Int((start.x - 0.5) * 65536)
                var fy = Int((start.y - 0.5) * 65536)
                let to = out + y * w
                // The part of the row whose samples have four pixels around them: nothing is asked pixel by pixel.
                let inside = Self.steps(from: fx, by: stepX, below: (width - 1) << 16, count: w)
                    .clamped(to: Self.steps(from: fy, by: stepY, below: (height - 1) << 16, count: w))
                fx += stepX * inside.lowerBound
                fy += stepY * inside.lowerBound
                for x in inside {
                    // 32 bits are enough, and faster: 255 · 256 · 256 is less than 2²⁴.
                    let (wx, wy) = (
                        UInt32(truncatingIfNeeded: fx >> 8) & 0xFF, UInt32(truncatingIfNeeded: fy >> 8) & 0xFF
                    )
                    let p = base + ((fy >> 16) &* rowStride &+ fx >> 16)
                    let q = p + rowStride
                    let top = UInt32(p[0]) &* (256 &- wx) &+ UInt32(p[1]) &* wx
                    let bottom = UInt32(q[0]) &* (256 &- wx) &+ UInt32(q[1]) &* wx
                    to[x] = UInt8(truncatingIfNeeded: (top &* (256 &- wy) &+ bottom &* wy) >> 16)
                    fx &+= stepX
                    fy &+= stepY
                }
            }
        }
        return TransformedPlane(plane: plane, toSource: toSource)
    }

    /// Which of `count` steps from `start` by `step` lie in 0..<`limit`; an empty range when none does.
    static func steps(from start: Int, by step: Int, below limit: Int, count: Int) -> Range<Int> {
        guard step != 0 else { return 0..<(start >= 0 && start < limit ? count : 0) }
        // Mirrored, a falling sequence rises.
        let (start, step) = step > 0 ? (start, step) : (limit - 1 - start, -step)
        let first = start >= 0 ? 0 : (-start + step - 1) / step
        let end = start >= limit ? 0 : (limit - 1 - start) / step + 1
        let upper = min(max(end, 0), count)
        return min(first, upper)..<upper
    }
}
