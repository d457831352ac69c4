"""Providers of product data: one that goes away and comes back while programs that ask it are killed, one with a login whose signatures
are computed here once more, and one whose certificate nobody has signed."""
import base64, collections, fcntl, hashlib, hmac, http.server, json, os, pty, random, re, select, shutil, ssl, struct, subprocess
import termios, threading, time, urllib.parse


def gtin(number):
    digits = f"400638{number:06}"
    total = sum(int(digit) * (1, 3)[index % 2] for index, digit in enumerate(digits))
    return digits + str(-total % 10)


def serve(answer, context=None):
    """Starts a server; `answer` gets the handler and returns a status and a body, or None to break the connection."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            result = answer(self)
            if result is None:
                self.close_connection = True
                return
            status, body = result
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def away_and_back(report, binary, folder, make_station):
    """500 numbers, a provider that is away half of the time, and kills."""
    answered, is_away = collections.Counter(), [False]

    def answer(request):
        if is_away[0]:
            return None
        number = request.path.strip("/")
        answered[number] += 1
        return 200, json.dumps({"name": "Product " + number}).encode()

    server = serve(answer)
    station = make_station(binary, folder, "lookups",
                           f'[lookup]\nproviders = ["shop"]\n[provider.shop]\naddress = "http://127.0.0.1:{server.server_port}/{{gtin}}"\n'
                           'facts = { name = "name" }\nper-minute = 6000\n')
    numbers = [gtin(number) for number in range(500)]
    chance, kills, rest, ends = random.Random(5), 0, list(numbers), collections.Counter()
    while rest:
        is_away[0] = not is_away[0]
        program = subprocess.Popen([station.binary, "lookup", "--wait", "0.2", "-"], env=station.env, stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        part, rest = rest[:25], rest[25:]
        try:
            program.stdin.write("".join(number + "\n" for number in part).encode())
            program.stdin.close()
        except OSError:
            pass
        time.sleep(chance.uniform(0.05, 0.4))
        if program.poll() is None and kills < 40:
            program.kill()
            kills += 1
            # What it had not taken from its input is asked for by the next one.
            program.wait()
            asked = set(re.findall(r"\d{13}", station.run("lookup", "--queue"))) | set(answered)
            rest = [number for number in part if number not in asked] + rest
        ends[program.wait()] += 1
    is_away[0] = False
    # What a kill had claimed is asked for again 150 seconds later.
    end = time.monotonic() + 600
    while re.search(r"\d{13}", station.run("lookup", "--queue", "--now", "--wait", "60")) and time.monotonic() < end:
        time.sleep(0.5)
    before = sum(answered.values())
    found = set(re.findall(r"Product (\d{13})", station.run("lookup", "--offline", *numbers)))
    missing = set(numbers) - set(answered)
    report.check(f"each of 500 numbers is looked up in the end, over {kills} kills", not missing,
                 f"{missing}; waiting: {station.run('lookup', '--queue')}; ended: {ends}")
    report.check("what was answered is known without asking again", found == set(answered) and sum(answered.values()) == before,
                 set(answered) - found)
    twice = [number for number, count in answered.items() if count > 1]
    report.check("none is asked for again but where a kill took the answer", len(twice) <= kills, f"{len(twice)} of {kills}")
    server.shutdown()


def signature(request, secrets):
    """The signature of RFC 5849 for a request, by Python's own means; and its parameters."""
    quote = lambda text: urllib.parse.quote(text, safe="-._~")
    head = request.headers["Authorization"].removeprefix("OAuth ")
    own = {name: urllib.parse.unquote(value) for name, value in re.findall(r'(\w+)="([^"]*)"', head)}
    given = own.pop("oauth_signature")
    place = urllib.parse.urlsplit(request.path)
    pairs = list(own.items()) + urllib.parse.parse_qsl(place.query, keep_blank_values=True)
    text = "&".join(f"{name}={value}" for name, value in sorted((quote(name), quote(value)) for name, value in pairs))
    address = f"http://{request.headers['Host']}{place.path}"
    base = "&".join(quote(part) for part in (request.command, address, text))
    made = hmac.new("&".join(map(quote, secrets)).encode(), base.encode(), hashlib.sha1).digest()
    return given == base64.b64encode(made).decode(), own


def login(report, binary, folder, make_station):
    nonces, wrong, revoked = set(), [], [False]

    def answer(request):
        second = {"/oauth/request_token": "", "/oauth/access_token": "first secret"}.get(
            urllib.parse.urlsplit(request.path).path, "user&secret")
        holds, own = signature(request, ("a secret/é", second))
        if not holds or (own["oauth_nonce"], own["oauth_timestamp"]) in nonces:
            wrong.append(request.path)
            return 401, b"{}"
        nonces.add((own["oauth_nonce"], own["oauth_timestamp"]))
        if request.path == "/oauth/request_token":
            return 200, urllib.parse.urlencode({"oauth_token": "first", "oauth_token_secret": second or "first secret"}).encode()
        if request.path == "/oauth/access_token":
            if own["oauth_verifier"] != "right":
                return 401, b"{}"
            return 200, urllib.parse.urlencode({"oauth_token": "user", "oauth_token_secret": "user&secret"}).encode()
        if revoked[0]:
            return 401, b'{"message":"Invalid consumer/token"}'
        return 200, json.dumps({"results": [{"title": "Queen - Jazz", "year": "1978"}]}).encode()

    server = serve(answer)
    station = make_station(binary, folder, "login",
                           f'[lookup]\nproviders = ["discogs"]\n[provider.discogs]\naddress = "http://127.0.0.1:{server.server_port}"\n')

    def log_in(code):
        return subprocess.run([binary, "providers", "login", "discogs"], env=station.env, input=f"key\na secret/é\n{code}\n",
                              capture_output=True, text=True)

    refused = log_in("wrong")
    report.check("a wrong code is refused in a line", refused.returncode == 2 and refused.stderr.count("\n") == 1, refused.stderr)
    good = log_in("right")
    report.check("a login in three legs succeeds", good.returncode == 0, good.stderr)
    found = station.run("lookup", "0042284583626")
    report.check("requests are signed as an independent client signs them", "Jazz" in found and not wrong, wrong or found)
    revoked[0] = True
    lost = subprocess.run([binary, "lookup", "--wait", "1", "4006381333931"], env=station.env, capture_output=True, text=True)
    report.check("a token that was revoked is reported", lost.returncode == 2 and "401" in lost.stdout + lost.stderr,
                 lost.stdout + lost.stderr)
    server.shutdown()


def certificates(report, binary, folder, make_station):
    """Nothing is sent to a server whose certificate nobody has signed."""
    files = [os.path.join(folder, name) for name in ("tls.key", "tls.pem")]
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", files[0], "-out", files[1],
                           "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"], capture_output=True)
    if made.returncode:
        return print("skip  certificates: openssl is not installed")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    seen = []
    server = serve(lambda request: seen.append(request.path) or (200, b"{}"), context)
    address = f"https://127.0.0.1:{server.server_port}"
    with open(os.path.join(folder, "word"), "w") as file:
        file.write("word\n")
    station = make_station(binary, folder, "certificates",
                           f'[lookup]\nproviders = ["shop"]\n[provider.shop]\naddress = "{address}/{{gtin}}"\nfacts = {{ name = "name" }}\n'
                           f'[inventory.home]\nprofile = "grocy"\naddress = "{address}"\nsecret-file = "{folder}/word"\n')
    tries = [["lookup", "--wait", "1", "4006381333931"], ["inventory", "act", "home", "consume", "A", "--wait", "1"]]
    for command in tries:
        run = subprocess.run([binary, *command], env=station.env, capture_output=True, text=True)
        report.check(f"{command[0]}: a certificate that nobody has signed is refused",
                     run.returncode == 2 and "certificate" in run.stdout + run.stderr, run.stdout + run.stderr)
    report.check("and nothing is sent", not seen, seen)
    server.shutdown()


def silence(report, binary, folder, make_station):
    """While no provider is switched on, nothing opens a connection to the network: strace sees every call, the sandbox's children too."""
    if not shutil.which("strace"):
        return print("skip  silence: strace is not installed")
    server = serve(lambda request: (200, b'{"name": "Marker"}'))
    loud = make_station(binary, folder, "loud", f'[lookup]\nproviders = ["shop"]\n[provider.shop]\naddress = "http://127.0.0.1:'
                        f'{server.server_port}/{{gtin}}"\nfacts = {{ name = "name" }}\n')
    quiet = make_station(binary, folder, "quiet", "")
    log = os.path.join(folder, "network")

    def calls(station, *arguments, keys=None):
        command = ["strace", "-f", "-e", "trace=socket,connect,sendto,sendmsg", "-o", log, binary, *arguments]
        if keys is None:
            subprocess.run(command, env=station.env, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        else:
            on_screen(command, dict(station.env, TERM="xterm-256color"), keys)
        with open(log) as file:
            return [line for line in file if "AF_INET" in line]

    if not calls(loud, "lookup", "4006381333931"):
        return print("skip  silence: strace sees no calls here")
    for name, arguments in {"lookup": ["lookup", "4006381333931"], "watch": ["watch", "--source", "demo", "--timeout", "8"],
                            "history": ["history", "list"], "explain": ["explain", "https://example.org/"]}.items():
        report.check(f"{name} opens no connection while no provider is switched on", not (found := calls(quiet, *arguments)), found[:3])
    found = calls(quiet, "--source", "demo", keys=["", "", "", "o", "\x1b", "L", "\x1b", "q"])
    report.check("nor does the full screen, though products are scanned and asked about", not found, found[:3])
    server.shutdown()


def on_screen(command, environment, keys):
    """Runs a command on a terminal, and presses a key every 2 seconds."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe(command[0], command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 32, 110, 0, 0))
    try:
        for key in keys:
            end = time.monotonic() + 2
            while (rest := end - time.monotonic()) > 0:
                if select.select([terminal], [], [], rest)[0]:
                    os.read(terminal, 65536)
            os.write(terminal, key.encode())
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.waitpid(process, 0)


def lookups(report, binary, folder, options, make_station):
    away_and_back(report, binary, folder, make_station)
    login(report, binary, folder, make_station)
    certificates(report, binary, folder, make_station)
    silence(report, binary, folder, make_station)
