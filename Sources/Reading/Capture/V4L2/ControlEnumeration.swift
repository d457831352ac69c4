import CLinux
import Glibc

extension V4L2Device {
    /// The controls of the kinds we know, with their values, in the driver's order.
    ///
    /// Compound controls, bit masks and strings are left out: no key or list of ours sets them.
    func controls() throws(CameraError) -> [CameraControl] {
        var found: [CameraControl] = []
        var categories: [UInt32: String] = [:]
        let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
        var last: UInt32 = 0
        // A faulty driver may list controls without end; none has this many.
        for _ in 0..<1024 {
            var raw = v4l2_query_ext_ctrl()
            raw.id = last | next
            let result = qz_v4l2_query_ext_ctrl(calls.table, descriptor, &raw)
            if result == -EINVAL || result == -ENOTTY { break }
            guard result >= 0 else { throw .call("VIDIOC_QUERY_EXT_CTRL", errno: -result) }
            guard raw.id > last else { break }
            last = raw.id
            let category = raw.id & 0x0FFF_0000
            if raw.type == V4L2_CTRL_TYPE_CTRL_CLASS.rawValue {
                categories[category] = printable(text(of: raw.name))
            } else if var control = control(raw) {
                control.category = categories[category] ?? "Other"
                found.append(control)
            }
        }
        return found
    }

    /// The control `id` with its value; nil when the camera has none or it is of no kind we know.
    func control(_ id: CameraControl.ID) throws(CameraError) -> CameraControl? {
        var raw = v4l2_query_ext_ctrl()
        raw.id = id.rawValue
        let result = qz_v4l2_query_ext_ctrl(calls.table, descriptor, &raw)
        if result == -EINVAL || result == -ENOTTY { return nil }
        guard result >= 0 else { throw .call("VIDIOC_QUERY_EXT_CTRL", errno: -result) }
        guard let control = control(raw), !control.isDisabled else { return nil }
        return control
    }

    /// Sets `control`; the result is the value that the driver took.
    func set(_ control: CameraControl, to value: Int) throws(CameraError) -> Int {
        var taken = Int64(value)
        try call("VIDIOC_S_EXT_CTRLS") {
            qz_v4l2_set_control($0, $1, control.id.rawValue, control.isWide ? 1 : 0, &taken)
        }
        return Int(taken)
    }

    private func control(_ raw: v4l2_query_ext_ctrl) -> CameraControl? {
        let kind: CameraControl.Kind
        switch raw.type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue, V4L2_CTRL_TYPE_INTEGER64.rawValue: kind = .integer
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: kind = .boolean
        case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: kind = .menu
        case V4L2_CTRL_TYPE_BUTTON.rawValue: kind = .button
        default: return nil
        }
        let isArray = raw.flags & UInt32(V4L2_CTRL_FLAG_HAS_PAYLOAD) != 0 || raw.elems > 1
        guard raw.minimum <= raw.maximum, !isArray else { return nil }
        let flags = raw.flags
        func has(_ flag: Int32) -> Bool { flags & UInt32(flag) != 0 }
        var control = CameraControl(
            id: CameraControl.ID(rawValue: raw.id), name: printable(text(of: raw.name)), category: "", kind: kind,
            range: Int(raw.minimum)...Int(raw.maximum), step: Int(clamping: max(raw.step, 1)),
            defaultValue: Int(raw.default_value))
        control.isInactive = has(V4L2_CTRL_FLAG_INACTIVE)
        control.isReadOnly = has(V4L2_CTRL_FLAG_READ_ONLY) || has(V4L2_CTRL_FLAG_GRABBED)
        control.isDisabled = has(V4L2_CTRL_FLAG_DISABLED)
        control.isWide = raw.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
        if kind == .menu { control.items = items(of: raw) }
        if kind != .button, !has(V4L2_CTRL_FLAG_WRITE_ONLY), !control.isDisabled {
            var value: Int64 = 0
            let wide: Int32 = control.isWide ? 1 : 0
            if qz_v4l2_get_control(calls.table, descriptor, raw.id, wide, &value) >= 0 { control.value = Int(value) }
        }
        return control
    }

    private func items(of raw: v4l2_query_ext_ctrl) -> [CameraControl.MenuItem] {
        guard raw.minimum >= 0, raw.maximum < 256 else { return [] }
        var found: [CameraControl.MenuItem] = []
        for index in raw.minimum...raw.maximum {
            var item = v4l2_querymenu()
            item.id = raw.id
            item.index = UInt32(index)
            // Menus may have gaps: EINVAL is one.
            guard qz_v4l2_querymenu(calls.table, descriptor, &item) >= 0 else { continue }
            let isNumber = raw.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
            // The struct is packed: the number may lie at an odd address, so it is copied.
            let number = item.value
            found.append(
                CameraControl.MenuItem(
                    value: Int(index), title: isNumber ? "\(number)" : printable(text(of: item.name))))
        }
        return found
    }
}
