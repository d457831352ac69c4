import CNcurses
import Glibc
import Surface

extension Key {
    /// The key of what wget_wch(3) returned; nil for those that Quietzone has no name for.
    init?(ncurses code: wint_t, isCode: Bool) {
        if isCode {
            self.init(code: code)
            return
        }
        switch code {
        case 9: self = .tab
        case 10, 13: self = .enter
        case 27: self = .escape
        case 8, 127: self = .backspace
        case 1...26: self = .control(Character(Unicode.Scalar(UInt8(96 + code))))
        case 32...:
            guard let scalar = Unicode.Scalar(code),
                SafeText.visible(String(Character(scalar))) == String(Character(scalar))
            else { return nil }
            self = .character(Character(scalar))
        default: return nil
        }
    }

    private init?(code: wint_t) {
        switch Int(code) {
        case QZ_KEY_UP: self = .up
        case QZ_KEY_DOWN: self = .down
        case QZ_KEY_LEFT: self = .left
        case QZ_KEY_RIGHT: self = .right
        case QZ_KEY_SHIFT_UP: self = .shiftUp
        case QZ_KEY_SHIFT_DOWN: self = .shiftDown
        case QZ_KEY_SHIFT_LEFT: self = .shiftLeft
        case QZ_KEY_SHIFT_RIGHT: self = .shiftRight
        case QZ_KEY_HOME: self = .home
        case QZ_KEY_END: self = .end
        case QZ_KEY_PAGE_UP: self = .pageUp
        case QZ_KEY_PAGE_DOWN: self = .pageDown
        case QZ_KEY_DELETE: self = .delete
        case QZ_KEY_INSERT: self = .insert
        case QZ_KEY_BACKSPACE: self = .backspace
        case QZ_KEY_ENTER: self = .enter
        case QZ_KEY_BACK_TAB: self = .backTab
        case (QZ_KEY_F0 + 1)...(QZ_KEY_F0 + 24): self = .function(Int(code) - QZ_KEY_F0)
        default: return nil
        }
    }
}
