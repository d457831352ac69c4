#!/usr/bin/env python3
"""Tells what a desktop makes of the keys that evtest saw.

    typed.py LAYOUT:EVENTS…

The layouts are xkeyboard-config's, read by libxkbcommon as desktops on Wayland read them: where the program thinks that a character is
does not count here. Beside each file EVENTS, in which evtest's output is, EVENTS.typed gets the text, with a line feed for Return, and
EVENTS.keys two numbers: of the keys that were pressed, and of the milliseconds for which at least no key was down between two. Exit
status: 0; 1 where keys do what a keyboard's never do (one pressed or let go twice, one still down at the end) or events were lost.
"""
import ctypes
import functools
import re
import sys

EVENT = re.compile(r"Event: time ([0-9.]+), type 1 \(EV_KEY\), code ([0-9]+) \(\w+\), value ([01])$")
# X counts keys from here on (xkbcommon.h: xkb_keycode_t).
FIRST_KEY = 8
XKB = ctypes.CDLL("libxkbcommon.so.0")
for function in (XKB.xkb_context_new, XKB.xkb_keymap_new_from_names, XKB.xkb_state_new):
    function.restype = ctypes.c_void_p


class Unlikely(Exception):
    """What no keyboard sends."""


class RuleNames(ctypes.Structure):
    """struct xkb_rule_names; what is empty is the library's own choice."""
    _fields_ = [(name, ctypes.c_char_p) for name in ("rules", "model", "layout", "variant", "options")]


@functools.cache
def keymap(layout):
    """The layout, compiled, which takes seconds under emulation."""
    names = RuleNames(b"evdev", b"pc105", layout.encode(), b"", b"")
    context = ctypes.c_void_p(XKB.xkb_context_new(0))
    compiled = ctypes.c_void_p(XKB.xkb_keymap_new_from_names(context, ctypes.byref(names), 0))
    if not compiled:
        raise Unlikely(f"libxkbcommon knows no layout {layout}")
    return compiled


class Desktop:
    """A keyboard's layout and state, by which presses become characters."""

    def __init__(self, layout):
        self.state = ctypes.c_void_p(XKB.xkb_state_new(keymap(layout)))
        self.down = set()

    def change(self, key, is_down):
        """Takes a change of a key; answers what it writes."""
        if (key in self.down) == is_down:
            raise Unlikely(f"key {key} is {'pressed' if is_down else 'let go'} twice")
        text = ctypes.create_string_buffer(16)
        if is_down:
            self.down.add(key)
            XKB.xkb_state_key_get_utf8(self.state, key + FIRST_KEY, text, len(text))
        else:
            self.down.remove(key)
        XKB.xkb_state_update_key(self.state, key + FIRST_KEY, int(is_down))
        return text.value.decode().replace("\r", "\n")


def typed(layout, lines):
    """The text, how many keys were pressed, and the shortest pause in milliseconds."""
    desktop, text, presses = Desktop(layout), "", 0
    let_go, shortest = None, float("inf")
    for line in lines:
        if "SYN_DROPPED" in line:
            raise Unlikely("evtest was too slow, events were lost")
        event = EVENT.match(line.rstrip())
        if not event:
            continue
        time, key, is_down = float(event[1]), int(event[2]), event[3] == "1"
        if is_down and not desktop.down and let_go is not None:
            shortest = min(shortest, time - let_go)
        presses += is_down
        text += desktop.change(key, is_down)
        if not desktop.down:
            let_go = time
    if desktop.down:
        raise Unlikely(f"still down at the end: {sorted(desktop.down)}")
    return text, presses, int(shortest * 1000) if presses > 1 else 0


status = 0
for argument in sys.argv[1:]:
    layout, path = argument.split(":", 1)
    try:
        with open(path, encoding="utf-8", errors="replace") as lines:
            text, presses, pause = typed(layout, lines)
    except Unlikely as error:
        print(f"typed.py: {path}: {error}", file=sys.stderr)
        status = 1
        continue
    with open(path + ".typed", "w", encoding="utf-8", newline="") as file:
        file.write(text)
    with open(path + ".keys", "w", encoding="utf-8") as file:
        print(presses, pause, file=file)
sys.exit(status)
