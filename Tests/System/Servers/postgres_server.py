"""A PostgreSQL server of a test's own, in a folder of its own, that can be killed."""
import os, shutil, signal, socket, subprocess, time


def tools():
    """The folder of the newest server's programs; None where none is installed."""
    found = sorted(p for p in (f"/usr/lib/postgresql/{v}/bin" for v in os.listdir("/usr/lib/postgresql"))
                   if os.path.exists(p + "/initdb")) if os.path.isdir("/usr/lib/postgresql") else []
    return found[-1] if found else os.path.dirname(shutil.which("initdb") or "") or None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """Trusts whoever comes from this machine or from `network`; listens on 127.0.0.1, and on `address` besides."""

    def __init__(self, folder, address=None, network=None):
        self.tools, self.port = tools(), free_port()
        self.data = os.path.join(folder, "pg")
        self.listen = "127.0.0.1" + (f",{address}" if address else "")
        os.makedirs(self.data)
        self.as_user = []
        if os.geteuid() == 0:
            # A server does not run as root.
            shutil.chown(self.data, "postgres")
            os.chmod(folder, 0o755)
            self.as_user = ["runuser", "-u", "postgres", "--"]
        self.run(self.tools + "/initdb", "-D", self.data, "-A", "trust", "-U", "scanner")
        if network:
            with open(os.path.join(self.data, "pg_hba.conf"), "a") as file:
                file.write(f"host all all {network} trust\n")

    def run(self, *command):
        return subprocess.run([*self.as_user, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def address(self, host="127.0.0.1"):
        return f"postgresql://scanner@{host}:{self.port}/postgres"

    def start(self):
        # A child of this program: one that is killed is gone then, wherever nobody else collects it.
        self.process = subprocess.Popen(
            [*self.as_user, self.tools + "/postgres", "-D", self.data, "-p", str(self.port), "-k", self.data,
             "-c", f"listen_addresses={self.listen}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        end = time.time() + 60
        while time.time() < end and self.run(self.tools + "/pg_isready", "-h", "127.0.0.1", "-p", str(self.port)).returncode:
            time.sleep(0.05)

    def stop(self, how="fast"):
        self.run(self.tools + "/pg_ctl", "-D", self.data, "-m", how, "stop")
        self.process.wait()

    def kill(self):
        """As when the power goes: nothing is flushed or said."""
        with open(os.path.join(self.data, "postmaster.pid")) as file:
            parent = int(file.readline())
        children = subprocess.run(["pgrep", "-P", str(parent)], stdout=subprocess.PIPE).stdout.split()
        for process in [parent, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def query(self, sql):
        """The rows as lines of a program's, without alignment."""
        return subprocess.run(
            [self.tools + "/psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "scanner", "-At", "postgres", "-c", sql],
            stdout=subprocess.PIPE).stdout.decode().splitlines()
