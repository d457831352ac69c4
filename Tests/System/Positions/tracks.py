"""Tracks past places, as NMEA sentences, and which places are entered and left: computed without the program."""
import math, random

RADIUS = 6371008.8


def distance(a, b):
    """Metres between two points, by the haversine formula."""
    (p, q), (r, s) = (map(math.radians, point) for point in (a, b))
    return 2 * RADIUS * math.asin(math.sqrt(math.sin((r - p) / 2) ** 2 + math.cos(p) * math.cos(r) * math.sin((s - q) / 2) ** 2))


def moved(point, north, east):
    latitude, longitude = point
    return (latitude + math.degrees(north / RADIUS),
            longitude + math.degrees(east / RADIUS / math.cos(math.radians(latitude))))


def make(seed, count=30, speed=10.0):
    """Places beside a way to the east, and a position for each second.

    Some are crossed in the middle, some grazed, some only touched, some passed at a distance.
    """
    chance = random.Random(seed)
    start = (48 + chance.random(), 11 + chance.random())
    places, way = [], 2000.0
    for number in range(count):
        radius = chance.choice([80, 150, 300, 500])
        aside = radius * chance.choice([0, 0.3, 0.7, 0.9, 0.97, 1.0, 1.03, 1.2])
        way += radius + 150
        places.append(("place-%d" % number, moved(start, aside, way), radius))
        way += radius + 150
    seconds = int((way + 1500) / speed)
    return places, [moved(start, 0, speed * second) for second in range(seconds)]


def checksum(body):
    value = 0
    for character in body:
        value ^= ord(character)
    return "$%s*%02X\r\n" % (body, value)


def angle(value, digits, signs):
    degrees, minutes = divmod(abs(value) * 60, 60)
    return "%0*d%08.5f,%s" % (digits, degrees, minutes, signs[value < 0])


def nmea(track, error, start=8 * 3600):
    """The sentences of a receiver with this error in metres (one sigma), as it moves along `track` from `start`, in seconds of the day."""
    lines = []
    for second, (latitude, longitude) in enumerate(track, start):
        time = "%02d%02d%02d.00" % (second // 3600 % 24, second // 60 % 60, second % 60)
        place = angle(latitude, 2, "NS") + "," + angle(longitude, 3, "EW")
        lines.append(checksum("GPRMC,%s,A,%s,38.9,90.0,150626,,,A" % (time, place)))
        lines.append(checksum("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5"))
        lines.append(checksum("GPGST,%s,%.1f,%.1f,%.1f,0.0,%.1f,%.1f,%.1f" % ((time,) + (error,) * 6)))
        lines.append(checksum("GPGGA,%s,%s,1,08,1.0,500.0,M,47.0,M,," % (time, place)))
    return "".join(lines)


def share(small, apart, large):
    """The part of a circle that lies in another one, by adding strips."""
    if small == 0:
        return 1.0 if apart <= large else 0.0
    strips, inside = 4000, 0.0
    for strip in range(strips):
        x = -small + 2 * small * (strip + 0.5) / strips
        height = math.sqrt(small * small - x * x)
        other = large * large - (x - apart) ** 2
        if other > 0:
            inside += 2 * min(height, math.sqrt(other)) * 2 * small / strips
    return inside / (math.pi * small * small)


def events(places, fixes, settling=10.0):
    """What the documented rule makes of positions: (seconds, point, accuracy); a list of (event, id)."""
    result, inside, pending = [], set(), {}
    for seconds, point, accuracy in fixes:
        left, entered = [], []
        for name, middle, radius in places:
            apart = distance(point, middle)
            if name in inside:
                outer = radius + min(50, max(10, radius / 10))
                changes = apart - accuracy > outer if accuracy > outer else share(accuracy, apart, outer) < 0.4
            else:
                changes = apart - accuracy < radius and share(accuracy, apart, radius) >= 0.6
            if not changes:
                pending.pop(name, None)
            elif name not in pending:
                pending[name] = seconds
            elif seconds - pending[name] >= settling:
                del pending[name]
                (left if name in inside else entered).append(name)
        for name in left:
            inside.remove(name)
        inside.update(entered)
        result += [("left", name) for name in left] + [("entered", name) for name in entered]
    return result
