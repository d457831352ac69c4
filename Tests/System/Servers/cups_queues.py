"""Printing by a cupsd of its own: queues that keep, wait, refuse and fail, on a socket alone."""
import json
import os
import shutil
import signal
import subprocess
import time

BACKENDS = {
    # Arguments of a backend: job, user, title, copies, options, file.
    "keep": 'echo "$4 $5" > {folder}/kept/$1.ticket\nexec cat ${{6:+"$6"}} > {folder}/kept/$1\n',
    "slow": "exec sleep 60\n",
    "empty": 'echo "STATE: +media-empty-error" >&2\necho "ERROR: No paper in tray 1" >&2\nexit 1\n',
}


def start(folder):
    """cupsd on a socket in `folder`; the process, or None where it does not start."""
    for name in ("root", "spool", "cache", "state", "kept", "bin/backend"):
        os.makedirs(f"{folder}/{name}")
    os.chmod(folder, 0o755)
    # Backends run as lp.
    os.chmod(f"{folder}/kept", 0o777)
    for name in os.listdir("/usr/lib/cups"):
        if name != "backend":
            os.symlink(f"/usr/lib/cups/{name}", f"{folder}/bin/{name}")
    shutil.copy("/usr/lib/cups/backend/ipp", f"{folder}/bin/backend/ipp")
    for name, script in BACKENDS.items():
        with open(f"{folder}/bin/backend/{name}", "w") as file:
            file.write("#!/bin/sh\n[ $# = 0 ] && exit 0\n" + script.format(folder=folder))
        os.chmod(f"{folder}/bin/backend/{name}", 0o755)
    with open(f"{folder}/cups-files.conf", "w") as file:
        file.write(f"ServerRoot {folder}/root\nRequestRoot {folder}/spool\nCacheDir {folder}/cache\nStateDir {folder}/state\n"
                   f"ServerBin {folder}/bin\nAccessLog {folder}/access\nErrorLog {folder}/error\nPageLog {folder}/page\n"
                   "SystemGroup root\nUser lp\nGroup lp\n")
    with open(f"{folder}/cupsd.conf", "w") as file:
        file.write(f"Listen {folder}/socket\nBrowsing Off\nDefaultAuthType None\n<Location />\nOrder allow,deny\nAllow all\n</Location>\n"
                   "<Policy default>\n<Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n")
    process = subprocess.Popen(["cupsd", "-f", "-c", f"{folder}/cupsd.conf", "-s", f"{folder}/cups-files.conf"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        if os.path.exists(f"{folder}/socket"):
            return process
        time.sleep(0.1)
    process.terminate()
    return None


def jobs(report, binary, environment, good):
    """`good` is the address of a printer that speaks IPP, for a queue with the filters of IPP Everywhere."""
    missing = [tool for tool in ("cupsd", "lpadmin", "cupsdisable") if not shutil.which(tool)]
    if missing or not os.path.exists("/usr/lib/cups/backend/ipp"):
        return print(f"skipped: printing by CUPS: {', '.join(missing) or 'its backend ipp'} is not installed")
    # Among what is this part's own, and short enough for the name of a socket.
    folder = "/run/quietzone-cups"
    server = start(folder)
    if not server:
        return print("skipped: printing by CUPS: cupsd does not start")
    try:
        queues(report, binary, dict(environment, CUPS_SERVER=f"{folder}/socket", PATH=os.environ["PATH"]), good, folder, server)
    finally:
        server.terminate()


def queues(report, binary, environment, good, folder, server):
    quiet = dict(env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(*arguments):
        done = subprocess.run([binary, *arguments], env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def kept(ending=""):
        """What came last to a backend that keeps it."""
        numbers = [int(name) for name in os.listdir(f"{folder}/kept") if name.isdigit()]
        with open(f"{folder}/kept/{max(numbers)}{ending}", "rb") as file:
            return file.read()

    for queue, backend in (("Keep", "keep"), ("Slow", "slow"), ("Empty", "empty"), ("Stopped", "keep"), ("Rejecting", "keep")):
        subprocess.run(["lpadmin", "-p", queue, "-E", "-v", f"{backend}:/x", "-m", "raw", "-o", "printer-error-policy=abort-job"], **quiet)
    subprocess.run(["lpadmin", "-p", "Everywhere", "-E", "-v", good, "-m", "everywhere"], **quiet)
    subprocess.run(["lpadmin", "-p", "Everywhere", "-v", "keep:/x"], **quiet)
    subprocess.run(["lpadmin", "-d", "Keep"], **quiet)
    subprocess.run(["cupsdisable", "-r", "Out to lunch", "Stopped"], **quiet)
    subprocess.run(["cupsreject", "-r", "Being moved", "Rejecting"], **quiet)

    listed = {}
    for line in run("printers", "--json")[1].splitlines():
        listed[json.loads(line)["name"]] = json.loads(line)
    report.check("queues of CUPS are listed", set(listed) == {"Keep", "Slow", "Empty", "Stopped", "Rejecting", "Everywhere"}
                 and [name for name in listed if listed[name]["default"]] == ["Keep"], listed)
    report.check("with their states", listed and listed["Stopped"]["state"] == "stopped"
                 and [name for name in listed if not listed[name]["takesJobs"]] == ["Rejecting"], listed)
    facts = run("printers", "Everywhere")
    report.check("a queue tells its paper", facts[0] == 0 and "iso_a4_210x297mm" in facts[1] and "PDF" in facts[1], facts)

    labels = ["print", "--series", "QZ{1001..1030}"]
    sheet = [*labels, "--sheet", "L7160"]
    run(*sheet, "-o", "wanted.pdf")
    with open(f"{folder}/wanted.pdf", "rb") as file:
        wanted = file.read()
    done = run(*sheet, "--printer", "Keep", "--yes")
    report.check("a queue gets a job, byte for byte", done[0] == 0 and "printed: job" in done[1] and kept() == wanted, done)
    roll = [*labels, "--roll", "50x25", "--format", "zpl"]
    run(*roll, "-o", "wanted.zpl")
    done = run(*roll, "--printer", "Keep", "--yes")
    with open(f"{folder}/wanted.zpl", "rb") as file:
        report.check("and labels in ZPL, without a word about paper", done[0] == 0 and not done[2] and kept() == file.read(), done)
    done = run(*sheet, "--printer", "Everywhere", "--yes", "--copies", "3", "--quality", "high")
    ticket = kept(".ticket").decode()
    report.check("what is chosen comes to the printer", done[0] == 0 and not done[2] and "media=iso_a4_210x297mm" in ticket
                 and "print-quality=5" in ticket and "print-scaling=none" in ticket, (done, ticket))
    if shutil.which("pdftoppm"):
        with open(f"{folder}/filtered.pdf", "wb") as file:
            file.write(kept())
        pages = {}
        for name in ("wanted", "filtered"):
            pages[name] = subprocess.run(["pdftoppm", "-r", "300", "-gray", "-l", "2", f"{folder}/{name}.pdf"], stdout=subprocess.PIPE).stdout
        # Copies come from the filters, one after the other.
        report.check("filters leave every dot in its place", pages["wanted"] and pages["filtered"] == pages["wanted"],
                     {name: len(page) for name, page in pages.items()})

    refused = run(*sheet, "--printer", "Rejecting", "--yes")
    report.check("a queue that accepts no jobs says why", refused[0] == 2 and "accepts no jobs: Being moved" in refused[2]
                 and refused[2].count("\n") == 1, refused)
    failed = run(*sheet, "--printer", "Empty", "--yes")
    report.check("a job that fails says why", failed[0] == 2 and "was not printed" in failed[2] and "No paper in tray 1" in failed[2]
                 and "may scale" in failed[2], failed)
    for queue in ("Slow", "Stopped"):
        process = subprocess.Popen([binary, *sheet, "--printer", queue, "--yes"], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def waiting():
            return subprocess.run(["lpstat", "-o", queue], env=environment, stdout=subprocess.PIPE).stdout.decode().splitlines()

        for _ in range(100):
            if waiting():
                break
            time.sleep(0.1)
        # It is followed then.
        time.sleep(1)
        before = waiting()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=40)
        for _ in range(100):
            if not waiting():
                break
            time.sleep(0.1)
        report.check(f"Ctrl-C takes a job back from the queue {queue}", process.returncode == 2 and b"cancelled" in errors
                     and len(before) == 1 and not waiting(), (errors, before, waiting()))
        if queue == "Stopped":
            report.check("and it was said why it would wait", b"is stopped: paused (Out to lunch)" in errors, errors)
    done = run(*sheet, "--printer", "Stopped", "--yes", "--no-wait")
    report.check("who does not wait leaves it to the queue", done[0] == 0 and "sent: job" in done[1] and waiting(), done)
    server.terminate()
    server.wait()
    for arguments in (["printers"], [*sheet, "--printer", "Keep", "--yes"]):
        gone = run(*arguments)
        report.check(f"{arguments[0]} tells where CUPS does not respond", gone[0] in (1, 2) and gone[2].count("\n") == 1
                     and f"CUPS does not respond at “{folder}/socket”" in gone[2], gone)
