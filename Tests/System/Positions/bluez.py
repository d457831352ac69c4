"""A mock of BlueZ on the system bus (python3-dbusmock) whose beacons change their strengths.

    bluez.py tables SEED    walks from table to table, and prints which one is clearly the nearest, in order
    bluez.py fair TABLE     three tables that are equally far; this one is near after "near" is read, and no longer after "far"
    bluez.py storm RATE     40 beacons and this many advertisements a second, for 8 seconds; prints how many and in what time

It prints a line when it is ready, and begins when it reads one.
"""
import random, subprocess, sys, threading, time

import dbus, dbusmock

UUID = "e2c56db5-dffb-48d2-b060-d0f5a71096e0"
DEVICE = "org.bluez.Device1"


def data(minor):
    payload = bytes.fromhex("0215" + UUID.replace("-", "")) + (1).to_bytes(2, "big") + minor.to_bytes(2, "big") + bytes([256 - 59])
    return dbus.Dictionary({dbus.UInt16(0x004C): dbus.Array(payload, signature="y")}, signature="qv")


class Mock:
    def __init__(self, beacons):
        bus = dbus.SystemBus()
        self.process, service = dbusmock.DBusTestCase.spawn_server_template("bluez5", {}, stdout=subprocess.DEVNULL)
        mock = dbus.Interface(bus.get_object("org.bluez", "/org/bluez"), "org.bluez.Mock")
        mock.AddAdapter("hci0", "test")
        adapter = dbus.Interface(bus.get_object("org.bluez", "/org/bluez/hci0"), dbusmock.MOCK_IFACE)
        adapter.UpdateProperties("org.bluez.Adapter1", {"Powered": True})
        self.devices = []
        for minor in beacons:
            path = mock.AddDevice("hci0", "00:00:00:00:00:%02X" % minor, "")
            device = dbus.Interface(bus.get_object("org.bluez", path), dbusmock.MOCK_IFACE)
            self.devices.append(device)
            self.change(minor - 1, {"ManufacturerData": data(minor)})

    def change(self, number, values, **options):
        values = dbus.Dictionary(values, signature="sv")
        self.devices[number].EmitSignal(dbus.PROPERTIES_IFACE, "PropertiesChanged", "sa{sv}as",
                                        [DEVICE, values, dbus.Array([], signature="s")], **options)

    def hear(self, number, rssi, isWaiting=True):
        options = {} if isWaiting else {"ignore_reply": True}
        self.change(number, {"RSSI": dbus.Int16(max(-110, min(-30, round(rssi)))), "ManufacturerData": data(number + 1)}, **options)

    def end(self):
        self.process.terminate()
        self.process.wait()


def ready():
    print("ready", flush=True)
    sys.stdin.readline()


def tables(seed):
    chance = random.Random(seed)
    mock = Mock([1, 2, 3])
    ready()
    last, order = None, []
    for _ in range(3):
        table = chance.choice([number for number in range(3) if number != last])
        last = table
        order.append("%s:1:%d" % (UUID, table + 1))
        walk(mock, chance, 6, [-55 if number == table else -75 for number in range(3)])
    # In the middle of all no beacon is clearly the nearest.
    walk(mock, chance, 9, [-70, -70, -70])
    print("\n".join(order + ["none"]), flush=True)
    mock.end()


def walk(mock, chance, seconds, strengths):
    for _ in range(seconds * 8):
        for number, strength in enumerate(strengths):
            mock.hear(number, chance.gauss(strength, 3))
        time.sleep(0.125)


def fair(table):
    chance, order = random.Random(1), []
    mock = Mock([1, 2, 3])
    print("ready", flush=True)
    threading.Thread(target=lambda: order.extend(iter(sys.stdin.readline, "")), daemon=True).start()
    while True:
        near = order[-1:] == ["near\n"]
        walk(mock, chance, 1, [-55 if near and number == table - 1 else -75 for number in range(3)])


def storm(rate):
    chance = random.Random(1)
    mock = Mock(range(1, 41))
    ready()
    begun, sent = time.monotonic(), 0
    while time.monotonic() - begun < 8:
        while sent < (time.monotonic() - begun) * rate:
            mock.hear(sent % 40, chance.gauss(-70, 4), isWaiting=sent % 50 == 0)
            sent += 1
        time.sleep(0.005)
    print(sent, "%.1f" % (time.monotonic() - begun), flush=True)
    sys.stdin.readline()
    mock.end()


{"tables": tables, "fair": fair, "storm": storm}[sys.argv[1]](int(sys.argv[2]))
