import CLinux
import Glibc

// Lists are cut at a limit: a faulty driver's never ends.
private let maxPixelFormats: UInt32 = 256
private let maxSizes: UInt32 = 64
private let maxIntervals: UInt32 = 32

extension V4L2Device {
    /// Everything that the node offers, in the driver's order.
    ///
    /// A driver may list no sizes or no intervals (v4l2loopback), or nothing at all; what it is set to
    /// now is in the list then. Ranges are sampled at usual sizes and rates.
    func formats() throws(CameraError) -> [CameraFormat] {
        var found: [CameraFormat] = []
        for pixelFormat in try pixelFormats() {
            for size in sizes(of: pixelFormat) {
                let rates = frameRates(of: pixelFormat, size)
                for rate in rates.isEmpty ? [nil] : rates.map(Optional.some) {
                    found.append(
                        CameraFormat(
                            pixelFormat: pixelFormat, width: size.width, height: size.height, framesPerSecond: rate))
                }
            }
        }
        if found.isEmpty, let current = try? currentFormat() { found.append(current.format) }
        return found
    }

    private struct Size: Hashable {
        var width: Int
        var height: Int
    }

    private func pixelFormats() throws(CameraError) -> [FourCC] {
        var found: [FourCC] = []
        for index in 0..<maxPixelFormats {
            var description = v4l2_fmtdesc()
            description.index = index
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            let result = qz_v4l2_enum_fmt(calls.table, descriptor, &description)
            if result == -EINVAL || result == -ENOTTY { break }
            guard result >= 0 else { throw .call("VIDIOC_ENUM_FMT", errno: -result) }
            let pixelFormat = FourCC(rawValue: description.pixelformat)
            // libv4l's own emulated formats may double a real one.
            if !found.contains(pixelFormat) { found.append(pixelFormat) }
        }
        return found
    }

    private func sizes(of pixelFormat: FourCC) -> [Size] {
        var found: [Size] = []
        for index in 0..<maxSizes {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = pixelFormat.rawValue
            guard qz_v4l2_enum_framesizes(calls.table, descriptor, &entry) >= 0 else { break }
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                found.append(Size(width: Int(entry.discrete.width), height: Int(entry.discrete.height)))
            } else {
                found += usualSizes(within: entry.stepwise)
                break
            }
        }
        if found.isEmpty, let tried = try? tryFormat(pixelFormat: pixelFormat, width: 1920, height: 1080),
            tried.format.pixelFormat == pixelFormat
        {
            found.append(Size(width: tried.format.width, height: tried.format.height))
        }
        return found.filter { $0.width > 0 && $0.height > 0 }
    }

    private func usualSizes(within range: v4l2_frmsize_stepwise) -> [Size] {
        let widths = (Int(range.min_width), Int(range.max_width), max(1, Int(range.step_width)))
        let heights = (Int(range.min_height), Int(range.max_height), max(1, Int(range.step_height)))
        let usual = [
            (320, 240), (640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960), (1600, 1200), (1920, 1080),
            (2560, 1440), (3840, 2160),
        ]
        var found = usual.filter { width, height in
            width >= widths.0 && width <= widths.1 && (width - widths.0) % widths.2 == 0
                && height >= heights.0 && height <= heights.1 && (height - heights.0) % heights.2 == 0
        }.map { Size(width: $0, height: $1) }
        let largest = Size(width: widths.1, height: heights.1)
        if !found.contains(largest) { found.append(largest) }
        return found
    }

    private func frameRates(of pixelFormat: FourCC, _ size: Size) -> [Double] {
        var found: [Double] = []
        for index in 0..<maxIntervals {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = pixelFormat.rawValue
            entry.width = UInt32(clamping: size.width)
            entry.height = UInt32(clamping: size.height)
            guard qz_v4l2_enum_frameintervals(calls.table, descriptor, &entry) >= 0 else { break }
            if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                if let rate = rate(of: entry.discrete) { found.append(rate) }
                continue
            }
            // The shortest interval is the highest rate.
            guard let highest = rate(of: entry.stepwise.min) else { break }
            let lowest = rate(of: entry.stepwise.max) ?? 0
            found.append(highest)
            found += [60, 30, 25, 15, 10, 5].filter { $0 < highest && $0 >= lowest }
            break
        }
        return found
    }
}

/// The rate of an interval in seconds; nil for one that is no time.
func rate(of interval: v4l2_fract) -> Double? {
    guard interval.numerator > 0, interval.denominator > 0 else { return nil }
    return Double(interval.denominator) / Double(interval.numerator)
}
