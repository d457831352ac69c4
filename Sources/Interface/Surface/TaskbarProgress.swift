/// What the taskbar, or the tab, shows of long work.
package enum TaskbarProgress: Hashable, Sendable {
    /// Under way, without a known end.
    case indeterminate
    /// 0 to 100 of it is done.
    case percent(Int)
}
