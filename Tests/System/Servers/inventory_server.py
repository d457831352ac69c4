"""An inventory server of Grocy's form, which two programs act on at once while both are killed at random moments."""
import collections, http.server, json, os, random, subprocess, threading, time


def serve(failing):
    """Starts a server that books, and at times breaks the connection before or after booking; returns it, and bookings by code."""
    booked = collections.Counter()

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def answer(self, value):
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            self.answer({"product": {"name": "Milk"}, "stock_amount": 7})

        def do_POST(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            booked[self.path.split("/")[-2]] += 1
            if failing.random() < 0.02:
                self.close_connection = True
                return
            time.sleep(failing.uniform(0, 0.02))
            self.answer([{"id": sum(booked.values())}])

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, booked


def acts(station):
    """All acts, by code."""
    found = collections.defaultdict(list)
    for line in station.run("inventory", "queue", "--all", "--json").splitlines():
        act = json.loads(line)
        found[act["code"]].append(act["state"])
    return found


def run(report, station, server, booked, chance, count):
    codes = [f"C{number:04}" for number in range(count)]
    mine = [codes[0::2], codes[1::2]]
    programs, kills = [None, None], 0
    while True:
        for index in range(2):
            if programs[index] is not None and programs[index].poll() is None:
                continue
            known = acts(station)
            rest = [code for code in mine[index] if code not in known]
            programs[index] = subprocess.Popen(
                [station.binary, "inventory", "act", "home", "consume", "--wait", "60", "-"], env=station.env,
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) if rest else None
            if rest:
                threading.Thread(target=feed, args=(programs[index].stdin, rest), daemon=True).start()
        if programs == [None, None]:
            break
        time.sleep(chance.uniform(0.1, 0.6))
        living = [program for program in programs if program and program.poll() is None]
        if living and kills < 40:
            killed = chance.choice(living)
            killed.kill()
            killed.wait()
            kills += 1
    station.run("inventory", "queue", "--send", "--wait", "60")
    found = acts(station)
    report.check(f"of {count} acts of two programs and {kills} kills none is lost", set(found) == set(codes),
                 set(codes) - set(found))
    wrong = {code: (booked[code], states) for code, states in found.items()
             if not states.count("done") <= booked[code] <= states.count("done") + states.count("doubtful")}
    report.check("each is done once, or listed as in doubt", not wrong, wrong)
    report.check("nothing waits any more", not any("waiting" in states or "sending" in states for states in found.values()))
    doubtful = sum("doubtful" in states for states in found.values())
    report.check("and most are certain", doubtful < count / 4, doubtful)


def feed(pipe, codes):
    try:
        pipe.write("".join(code + "\n" for code in codes).encode())
        pipe.close()
    except OSError:
        pass


def inventory(report, binary, folder, options, make_station):
    chance = random.Random(7)
    server, booked = serve(random.Random(11))
    key = os.path.join(folder, "key")
    with open(key, "w") as file:
        file.write("word\n")
    station = make_station(binary, folder, "inventory",
                           f'[inventory.home]\nprofile = "grocy"\naddress = "http://127.0.0.1:{server.server_port}"\n'
                           f'secret-file = "{key}"\n')
    run(report, station, server, booked, chance, 300)
    server.shutdown()
