import CZBar
import Symbols

/// A symbol that zbar holds. Valid while zbar's image lives.
struct ZBarSymbol {
    let handle: OpaquePointer
    /// The charset of bytes; nil to guess.
    let charset: String?

    /// A main symbol and an add-on are two readings; a structured append sequence that zbar joined gives none.
    var readings: [Reading] {
        let type = zbar_symbol_get_type(handle)
        if type == ZBAR_COMPOSITE {
            var result: [Reading] = []
            var part = zbar_symbol_first_component(handle)
            while let current = part, result.count < 2 {
                result += ZBarSymbol(handle: current, charset: charset).single
                part = zbar_symbol_next(current)
            }
            // zbar marks one side of an add-on only.
            if result.count == 2, let addOn = AddOn(digits: result[1].symbol.content.bytes) {
                result[1].symbol.corners = addOn.corners(beside: result[0].symbol.corners, of: result[0].symbology)
            }
            return result
        }
        // Joined content has a gap of one NUL where parts are missing; zxing reads each part by itself.
        if type == ZBAR_QRCODE && zbar_symbol_first_component(handle) != nil { return [] }
        return single
    }

    private var single: [Reading] {
        let type = zbar_symbol_get_type(handle)
        guard let symbology = EngineNames.symbology(zbarType: type), let data = zbar_symbol_get_data(handle) else {
            return []
        }
        // SAFETY: zbar keeps `data` and its length together until the image is destroyed.
        let count = Int(zbar_symbol_get_data_length(handle))
        let bytes = data.withMemoryRebound(to: UInt8.self, capacity: count) {
            [UInt8](UnsafeBufferPointer(start: $0, count: count))
        }
        guard !bytes.isEmpty, let corners else { return [] }
        let raw = RawSymbol(
            symbology: symbology, identifier: identifier(of: symbology), bytes: bytes, eciBytes: nil, corners: corners)
        return raw.readings(by: .zbar, in: charset, lines: max(1, Int(zbar_symbol_get_quality(handle))))
    }

    /// zbar reports FNC1 by modifiers: GS1 in first place, an industry's (AIM) in second.
    private func identifier(of symbology: Symbology) -> String? {
        let modifiers = zbar_symbol_get_modifiers(handle)
        let gs1 = modifiers & (1 << ZBAR_MOD_GS1.rawValue) != 0
        let aim = modifiers & (1 << ZBAR_MOD_AIM.rawValue) != 0
        return switch symbology {
        case .code128: gs1 ? "]C1" : aim ? "]C2" : nil
        case .qrCode: gs1 ? "]Q3" : aim ? "]Q5" : nil
        default: nil
        }
    }

    private var corners: Quadrilateral? {
        let count = min(Int(zbar_symbol_get_loc_size(handle)), 20_000)
        let points = (0..<count).map { i in
            Point(
                x: Double(zbar_symbol_get_loc_x(handle, UInt32(i))),
                y: Double(zbar_symbol_get_loc_y(handle, UInt32(i))))
        }
        if zbar_symbol_get_type(handle) == ZBAR_QRCODE && count == 4 {
            // qrdectxt.c gives them counter-clockwise from the top left.
            return Quadrilateral(
                topLeft: points[0], topRight: points[3], bottomRight: points[2], bottomLeft: points[1])
        }
        let direction: ReadingDirection =
            switch zbar_symbol_get_orientation(handle) {
            case ZBAR_ORIENT_RIGHT: .down
            case ZBAR_ORIENT_DOWN: .left
            case ZBAR_ORIENT_LEFT: .up
            default: .right
            }
        return OrientedBox.enclosing(points, direction: direction)
    }
}
