"""Doors of one event as processes that share a ledger on a real PostgreSQL server, which is killed, as doors are, and whose network is
cut for a part of the run.

Every ticket is shown at one to three doors at about the same time, one after the other at each door. What the doors said is the truth
that the ledger, and the list of what entered twice, are held against.
"""
import collections, json, os, queue, random, subprocess, threading, time

import postgres_server

EVENT = "Shared doors"


class Network:
    """A network name space whose link to this machine can be cut."""

    name, inside, outside, network = "qzdoors", "10.231.7.2", "10.231.7.1", "10.231.7.0/24"

    def __init__(self):
        # One that an earlier run left.
        subprocess.run(["ip", "netns", "del", self.name], stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "link", "del", "qzdoors0"], stderr=subprocess.DEVNULL)
        for command in (f"ip netns add {self.name}", f"ip link add qzdoors0 type veth peer name qzdoors1 netns {self.name}",
                        f"ip addr add {self.outside}/24 dev qzdoors0", "ip link set qzdoors0 up",
                        f"ip -n {self.name} addr add {self.inside}/24 dev qzdoors1", f"ip -n {self.name} link set qzdoors1 up",
                        f"ip -n {self.name} link set lo up"):
            subprocess.run(command.split(), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @classmethod
    def make(cls):
        """None where this machine does not let us."""
        try:
            return cls()
        except (OSError, subprocess.CalledProcessError):
            return None

    def cut(self):
        subprocess.run(["ip", "link", "set", "qzdoors0", "down"])

    def mend(self):
        subprocess.run(["ip", "link", "set", "qzdoors0", "up"])

    def remove(self):
        subprocess.run(["ip", "netns", "del", self.name])


class Door:
    def __init__(self, binary, folder, name, ledger, namespace=None):
        self.binary, self.name, self.prefix = binary, name, ["ip", "netns", "exec", namespace] if namespace else []
        home = os.path.join(folder, name)
        os.makedirs(home)
        self.env = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home,
                        SWIFT_BACKTRACE="enable=no")
        self.ledger = ledger
        # What it said, in its order: ticket, verdict, whether alone. In flight when it was killed: what nobody knows.
        self.said, self.inFlight, self.complaints, self.process = [], [], [], None

    def run(self, *arguments, text=None):
        return subprocess.run([*self.prefix, self.binary, "door", *arguments], env=self.env, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120)

    def start(self):
        self.process = subprocess.Popen([*self.prefix, self.binary, "door", "check", EVENT, "--json", "--door", self.name],
                                        env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        errors = self.process.stderr
        threading.Thread(target=lambda: self.complaints.extend(errors), daemon=True).start()

    def show(self, ticket):
        """Shows a ticket; one that it was killed at is shown again to the next process."""
        while True:
            process = self.process
            try:
                process.stdin.write(ticket + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except (BrokenPipeError, OSError):
                line = ""
            if line:
                answer = json.loads(line)
                self.said.append((ticket, answer["verdict"], answer["alone"]))
                return
            self.inFlight.append(ticket)
            process.wait()
            while self.process is process:
                time.sleep(0.02)

    def kill(self):
        """As when the power goes, and it is started again."""
        self.process.kill()
        self.process.wait()
        time.sleep(0.3)
        self.start()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def doors(report, binary, folder, options):
    if not postgres_server.tools():
        return print("skipped: shared doors: PostgreSQL's server is not installed")
    network = Network.make()
    if not network:
        print("skipped: a network that is cut: this machine lets nobody make a network name space")
    server = postgres_server.Server(folder, network and network.outside, network and network.network)
    server.start()
    try:
        agree(report, binary, folder, server)
        share(report, binary, folder, server, network, options.tickets)
    finally:
        server.stop("immediate")
        if network:
            network.remove()


def agree(report, binary, folder, server):
    """What one door does counts at the other."""
    name = "Agreeing"
    # What the promise may not depend on.
    server.query("ALTER DATABASE postgres SET default_transaction_isolation = 'serializable'")
    one, two = (Door(binary, folder, f"agreeing-{n}", server.address()) for n in (1, 2))
    one.run("new", name, "--list-only", "--admit", "in-and-out", "--ledger", one.ledger)
    one.run("import", name, "-", text="code,seat\nA,1\nB,2\nC,2\nD,\n")
    two.run("join", two.ledger, name)
    verdict = lambda door, ticket: door.run("check", name, ticket).stdout.split("\t")[0]
    said = [verdict(door, "A") for door in (one, two, one, two)]
    report.check("in at one door and out at the other", said == ["welcome", "goodbye", "welcome", "goodbye"], said)
    said = [verdict(one, "B"), verdict(two, "C")]
    report.check("a seat is given once", said == ["welcome", "seat-taken"], said)
    two.run("undo", name, "B", "--reason", "wrong seat")
    said = [verdict(two, "C"), verdict(one, "B")]
    report.check("what one door takes back is free at the other", said == ["welcome", "seat-taken"], said)
    one.run("revoke", name, "D", "--reason", "refunded")
    said = [verdict(two, "D")]
    two.run("revoke", name, "D", "--restore")
    said.append(verdict(one, "D"))
    report.check("a ticket that is revoked at one door is at the other, until it is restored", said == ["revoked", "welcome"], said)
    one.run("set", name, "--opens-before", "7")
    two.run("ledger", name)
    rules = two.run("set", name).stdout
    report.check("rules that one door changes reach the other", "from 7 min before" in rules, rules)

    # Rules of another version are not replaced by this one's.
    newer = Door(binary, folder, "agreeing-newer", server.address())
    server.query("INSERT INTO quietzone_door_event (id, name, rules) VALUES (gen_random_uuid(), 'Newer', '{\"rules\": 7}')")
    newer.run("new", "Newer", "--ledger", newer.ledger)
    told = newer.run("check", "Newer", "1").stdout
    rules = server.query("SELECT rules FROM quietzone_door_event WHERE name = 'Newer'")
    report.check("rules that cannot be read are told of, and stay", "another version" in told and rules == ['{"rules": 7}'], told)

    # Who only may write rows takes part, and no server's clock is trusted blindly.
    server.query("CREATE ROLE desk LOGIN; GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO desk; CREATE SCHEMA late; "
                 "GRANT USAGE ON SCHEMA late TO desk; CREATE FUNCTION late.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
                 "$$ SELECT pg_catalog.clock_timestamp() - interval '3 minutes' $$")
    late = server.address().replace("scanner@", "desk@") + "?options=-c%20search_path%3Dlate%2Cpublic%2Cpg_catalog"
    desk = Door(binary, folder, "agreeing-3", late)
    joined = desk.run("join", late, name).stdout
    report.check("a role that may make no tables takes part", "4 on the list" in joined, joined)
    told = desk.run("check", name, "nobody").stdout
    report.check("clocks that differ are told of", "the clock here is 3 min ahead of the ledger's" in told, told)
    log = desk.run("log", name).stdout
    report.check("and are in the log", "\tclock\t" in log, log)

    # A ledger of an older version, which this role may not change.
    server.query("ALTER TABLE quietzone_door_guest DROP COLUMN valid_from, DROP COLUMN valid_until")
    told = desk.run("check", name, "nobody").stdout
    report.check("a role that may add no columns shares an older ledger, and says what its owner has to run",
                 "goes on offline" not in told and "ADD COLUMN IF NOT EXISTS valid_until bigint" in told, told)
    one.run("ledger", name)
    columns = server.query("SELECT count(*) FROM pg_attribute WHERE attrelid = 'quietzone_door_guest'::regclass "
                           "AND attname IN ('valid_from', 'valid_until') AND NOT attisdropped")
    report.check("whose door adds them", columns == ["2"], columns)


def share(report, binary, folder, server, network, count):
    chance = random.Random(16)
    here = server.address()
    away, space = (server.address(network.outside), network.name) if network else (here, None)
    north, south = Door(binary, folder, "North", here), Door(binary, folder, "South", here)
    east, west = Door(binary, folder, "East", away, space), Door(binary, folder, "West", away, space)
    all_doors = [north, south, east, west]
    print(north.run("new", EVENT, *(part for door in all_doors for part in ("--door", door.name)), "--list-only", "--ledger", here)
          .stdout, end="")
    tickets = [f"T{n:06}" for n in range(count)]
    print(north.run("import", EVENT, "-", text="code\n" + "\n".join(tickets) + "\n").stdout, end="")
    for door in all_doors[1:]:
        print(door.run("join", door.ledger, EVENT).stdout, end="")
    listed = [json.loads(door.run("counts", EVENT, "--json").stdout)["guests"] for door in all_doors]
    report.check("doors that join have the whole list", listed == [count] * len(all_doors), listed)

    shown_at = {ticket: chance.sample(all_doors, chance.randint(1, 3)) for ticket in tickets}
    order = tickets[:]
    chance.shuffle(order)
    # Doors keep together: whoever is ahead waits, so that a ticket is shown everywhere at about the same moment.
    batches = [order[start:start + 20] for start in range(0, len(order), 20)]
    faults = {len(batches) * 20 // 100: lambda: south.kill(),
              len(batches) * 35 // 100: lambda: server.kill(),
              len(batches) * 40 // 100: lambda: server.start(),
              len(batches) * 50 // 100: lambda: north.kill()}
    if network:
        faults |= {len(batches) * 60 // 100: network.cut, len(batches) * 65 // 100: lambda: west.kill(),
                   len(batches) * 70 // 100: network.mend, len(batches) * 75 // 100: lambda: east.kill()}
    barrier = threading.Barrier(len(all_doors) + 1)
    for door in all_doors:
        door.start()

    def stand(door):
        for batch in batches:
            barrier.wait()
            for ticket in batch:
                if door in shown_at[ticket]:
                    door.show(ticket)
        barrier.wait()

    for door in all_doors:
        threading.Thread(target=stand, args=(door,), daemon=True).start()
    began = time.time()
    for number in range(len(batches) + 1):
        barrier.wait()
        if number in faults:
            # While the doors are busy with the batch.
            time.sleep(chance.uniform(0, 0.05))
            faults[number]()
    seconds = time.time() - began
    for door in all_doors:
        door.close()
    end = time.time() + 60
    while time.time() < end and not all("shared\t0 waiting" in door.run("ledger", EVENT).stdout for door in all_doors):
        time.sleep(0.5)
    verify(report, server, all_doors, shown_at, seconds, bool(network))


def verify(report, server, all_doors, shown_at, seconds, is_cut):
    showings = sum(len(door.said) for door in all_doors)
    alone = sum(1 for door in all_doors for _, _, is_alone in door.said if is_alone)
    report.check(f"all of {sum(map(len, shown_at.values()))} showings at {len(all_doors)} doors are decided",
                 showings == sum(map(len, shown_at.values())), f"{showings}")
    welcome = collections.Counter((ticket, door.name) for door in all_doors for ticket, verdict, _ in door.said if verdict == "welcome")
    # Killed between the ledger and the word: it counts as let in if the ledger has it.
    unknown = {(ticket, door.name) for door in all_doors for ticket in door.inFlight}
    rows = collections.Counter(tuple(line.split("|")) for line in server.query(
        "SELECT ticket, door FROM quietzone_door_passage AS p JOIN quietzone_door_event AS e ON e.id = p.event "
        f"WHERE undone IS NULL AND name = '{EVENT}'"))
    missing = [key for key, number in welcome.items() if rows[key] < number]
    invented = [key for key, number in rows.items() if welcome[key] < number and key not in unknown]
    report.check("whoever was let in is in the ledger", not missing, f"{missing[:5]}")
    report.check("nobody else is", not invented, f"{invented[:5]}")
    asked = collections.defaultdict(list)
    for door in all_doors:
        for ticket, verdict, is_alone in door.said:
            asked[ticket].append((verdict, is_alone))
    uncertain = {ticket for ticket, _ in unknown}
    never_alone = [ticket for ticket, said in asked.items() if not any(a for _, a in said) and ticket not in uncertain]
    entered = collections.Counter(ticket for ticket, _ in rows.elements())
    wrong = [ticket for ticket in never_alone if entered[ticket] != 1 or [v for v, _ in asked[ticket]].count("welcome") != 1]
    report.check(f"each of {len(never_alone)} tickets whose doors could ask each other enters once", not wrong, f"{wrong[:5]}")
    lost = [ticket for ticket in asked if not entered[ticket]]
    report.check(f"each of {len(asked)} tickets enters", not lost, f"{lost[:5]}")
    doubles = {ticket: sorted(name for (t, name), n in rows.items() if t == ticket for _ in range(n))
               for ticket, number in entered.items() if number > 1}
    report.check("doors went on alone, and something entered twice", alone and doubles, f"{alone} alone, {len(doubles)} twice")
    for door in all_doors:
        listed = {}
        for line in door.run("twice", EVENT, "--json").stdout.splitlines():
            found = json.loads(line)
            listed[found["ticket"]] = sorted(passage["door"] for passage in found["passages"])
        report.check(f"{door.name} lists the {len(doubles)} that entered twice, with their doors", listed == doubles,
                     f"{len(listed)}, {[t for t in {*listed, *doubles} if listed.get(t) != doubles.get(t)][:5]}")
        report.check(f"{door.name}'s log is intact", door.run("log", EVENT, "--check").stdout.startswith("intact"))
        counts = json.loads(door.run("counts", EVENT, "--json").stdout)
        report.check(f"{door.name} counts those of all doors", counts["inside"] == sum(rows.values()) and counts["tickets"] == len(entered),
                     f"{counts['inside']} inside, {counts['tickets']} tickets")
    said = [line for door in all_doors for line in door.complaints]
    report.check("a door says that it continues offline, and that the ledger is back",
                 any("continues offline" in line for line in said) and any("is back" in line for line in said), said[:3])
    print(f"      {showings} showings in {seconds:.1f} s ({showings / seconds:.0f} a second), {alone} decided alone, "
          f"{len(doubles)} entered twice, {len(unknown)} showings ended by a kill"
          + ("" if is_cut else "; the network was not cut"))
