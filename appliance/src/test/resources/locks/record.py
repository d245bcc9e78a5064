#!/usr/bin/env python3
"""Records clients of a server of which some requests hold a lock, each in a network namespace, with the truth.

    record.py DIRECTORY SERVER LOAD...    LOAD: mean think time of a client in ms

Needs root, iproute2, tcpdump; a JDK 17, MariaDB 10.11 with pymysql or PostgreSQL 15 with psycopg2. Ends what it started.
Of the environment: CLIENTS (10), REQUESTS (60) of each, and SYNC_MS: how long a flush of MariaDB's log takes in a server
called durable (20; slow_sync.c, needs gcc), and BEFORE, what a server in Python is started by ("chrt -r 5": as if alone).
Truth: port, number of the request on its connection, w or r, place in the order in which the lock was held, and since
when and until when it was held, in us. A server writes it while it has the lock: MariaDB by a trigger.
"""
import gzip
import multiprocessing
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SPACE = "lk%d" % os.getpid()
SERVER, CLIENTS = "10.9.3.1", int(os.environ.get("CLIENTS", "10"))
HOLD = 0.008
REQUESTS = int(os.environ.get("REQUESTS", "60"))
PASSED_ON = ("gil", "slices", "half")


def run(*words, **more):
    return subprocess.run(words, check=True, **more)


def inside(side, *words, **more):
    return subprocess.Popen(("ip", "netns", "exec", SPACE + side) + words, **more)


def network():
    for side, address in (("s", SERVER), ("c", "10.9.3.2")):
        run("ip", "netns", "add", SPACE + side)
        run("ip", "-n", SPACE + side, "link", "set", "lo", "up")
    run("ip", "link", "add", "eth0", "netns", SPACE + "s", "type", "veth", "peer", "name", "eth0", "netns", SPACE + "c")
    for side, address in (("s", SERVER), ("c", "10.9.3.2")):
        run("ip", "-n", SPACE + side, "address", "add", address + "/24", "dev", "eth0")
        run("ip", "-n", SPACE + side, "link", "set", "eth0", "up")


def hold(rng):
    return HOLD * rng.lognormvariate(0, 0.4)


class Http:
    """One connection to a server whose log tells the truth."""

    def __init__(self, kind, log):
        self.socket = socket.create_connection((SERVER, 8000))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port = self.socket.getsockname()[1]
        self.number = 0

    def ask(self, writes, seconds):
        path = "/w?%06d" % (seconds * 1e6) if writes else "/read"
        self.socket.sendall(("GET %s HTTP/1.1\r\nHost: s\r\n\r\n" % path).encode())
        answer = b""
        while not answer.endswith(b"ok"):
            got = self.socket.recv(4096)
            if not got:
                raise EOFError
            answer += got
        self.number += 1
        return None if writes else (self.port, self.number - 1, "r", 0, 0, 0)


class Maria:
    def __init__(self, kind, log):
        import pymysql
        self.kind = kind
        # what the library asks by itself as it connects differs by its version, and is a request of the connection, too
        asked = []
        command = pymysql.connections.Connection._execute_command
        pymysql.connections.Connection._execute_command = lambda db, *what: (asked.append(what), command(db, *what))[1]
        self.db = pymysql.connect(host=SERVER, user="shop", database="shop", autocommit=True)
        pymysql.connections.Connection._execute_command = command
        self.port = self.db._sock.getsockname()[1]
        self.number = len(asked)

    def ask(self, writes, seconds):
        table = "tab" if "table" in self.kind else "acct"
        row = 1 if "free" not in self.kind else os.getpid() % 100000
        with self.db.cursor() as cursor:
            if writes:
                cursor.execute("UPDATE %s SET n=n+1, port=%d, number=%06d, b=SYSDATE(6), e=IF(SLEEP(%.6f)=0,SYSDATE(6),b) WHERE id=%d"
                               % (table, self.port, self.number, seconds, row))
            else:
                cursor.execute("SELECT name FROM item WHERE id=%d" % random.randint(1, 100))
        self.number += 1
        return None if writes else (self.port, self.number - 1, "r", 0, 0, 0)


class Postgres:
    def __init__(self, kind, log):
        import psycopg2
        self.kind = kind
        self.db = psycopg2.connect(host=SERVER, user="postgres", dbname="postgres", sslmode="disable", gssencmode="disable")
        self.db.autocommit = True
        with socket.socket(fileno=os.dup(self.db.fileno())) as own:
            self.port = own.getsockname()[1]
        self.number = 0

    def ask(self, writes, seconds):
        row = 1 if "free" not in self.kind else os.getpid() % 100000
        truth = (0, 0, 0)
        with self.db.cursor() as cursor:
            if writes:
                cursor.execute("UPDATE acct SET n=n+1 WHERE id=%d RETURNING n, (extract(epoch from clock_timestamp())*1e6)::bigint,"
                               " pg_sleep(%.6f)::text, (extract(epoch from clock_timestamp())*1e6)::bigint" % (row, seconds))
                got = cursor.fetchone()
                truth = (got[0], got[1], got[3])
            else:
                cursor.execute("SELECT name FROM item WHERE id=%d" % random.randint(1, 100))
                cursor.fetchone()
        self.number += 1
        return (self.port, self.number - 1, "w" if writes else "r") + truth


def client(kind, think, seed, begin, done):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    rng = random.Random(seed)
    asks = {"m": Maria, "p": Postgres}.get(kind[0], Http)(kind, None)
    lines = []
    begin.wait()
    for _ in range(REQUESTS):
        if think:
            time.sleep(rng.expovariate(1 / think))
        line = asks.ask(rng.random() < 0.75, hold(rng))
        if line:
            lines.append(line)
    done.put(lines)
    begin.wait()


def slow_disk(kind, work):
    """The environment of a server whose flushes are slow."""
    if "durable" not in kind:
        return None
    library = os.path.join(work, "slow_sync.so")
    run("gcc", "-shared", "-fPIC", "-O1", "-o", library, HERE + "/slow_sync.c", "-ldl")
    micros = int(float(os.environ.get("SYNC_MS", "20")) * 1000)
    return dict(os.environ, LD_PRELOAD=library, SLOW_SYNC_US=str(micros))


def held_rows(work):
    """What MariaDB's trigger wrote of those that held a row or table; a row of another table is nobody else's."""
    out = run("mariadb", "-N", "-S", work + "/maria/s", "shop", "-e", "SELECT port, number, UNIX_TIMESTAMP(b)*1000000 DIV 1,"
              " UNIX_TIMESTAMP(e)*1000000 DIV 1, n FROM held ORDER BY n", stdout=subprocess.PIPE, text=True).stdout
    return [list(map(int, line.split())) for line in out.splitlines()]


def start(kind, work):
    """Starts the server and says how to end it."""
    log = os.path.join(work, "held")
    if os.path.exists(log):
        os.remove(log)
    if kind[0] == "m":
        data = os.path.join(work, "maria")
        shutil.rmtree(data, True)
        run("mariadb-install-db", "--user=root", "--datadir=" + data, "--auth-root-authentication-method=normal",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        server = inside("s", "mariadbd", "--no-defaults", "--user=root", "--datadir=" + data, "--socket=" + data + "/s",
                        "--pid-file=" + data + "/pid", "--bind-address=" + SERVER, "--skip-name-resolve", "--innodb-buffer-pool-size=32M",
                        "--innodb-flush-log-at-trx-commit=%d" % ("durable" in kind), env=slow_disk(kind, work),
                        stdout=subprocess.DEVNULL, stderr=open(work + "/maria.log", "w"))
        while subprocess.run(["mariadb", "-S", data + "/s", "-e", "select 1"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL).returncode:
            time.sleep(0.3)
        run("mariadb", "-S", data + "/s", "-e", "CREATE DATABASE shop; CREATE USER shop@'%'; GRANT ALL ON shop.* TO shop@'%';"
            "USE shop; CREATE TABLE acct(id INT PRIMARY KEY, n BIGINT, port INT, number INT, b DATETIME(6), e DATETIME(6)) ENGINE=InnoDB;"
            "CREATE TABLE tab LIKE acct; ALTER TABLE tab ENGINE=MyISAM; CREATE TABLE held LIKE acct; ALTER TABLE held DROP PRIMARY KEY;"
            "CREATE TRIGGER wrote AFTER UPDATE ON acct FOR EACH ROW INSERT INTO held VALUES(NEW.id, NEW.n, NEW.port, NEW.number, NEW.b, NEW.e);"
            "CREATE TRIGGER wrote_too AFTER UPDATE ON tab FOR EACH ROW INSERT INTO held VALUES(NEW.id, NEW.n, NEW.port, NEW.number, NEW.b, NEW.e);"
            "CREATE TABLE item(id INT PRIMARY KEY, name VARCHAR(20)); INSERT INTO item SELECT seq, 'x' FROM seq_1_to_100;"
            "INSERT INTO acct(id,n) VALUES(1,0); INSERT INTO tab(id,n) VALUES(1,0);"
            + ("INSERT INTO acct(id,n) SELECT seq,0 FROM seq_2_to_99999" if "free" in kind else "") )
        return server, log
    if kind[0] == "p":
        data = os.path.join(work, "pg")
        shutil.rmtree(data, True)
        os.mkdir(data)
        shutil.chown(data, "postgres")
        owner = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--")
        bins = "/usr/lib/postgresql/15/bin/"
        run(*owner, bins + "initdb", "-D", data, "-A", "trust", stdout=subprocess.DEVNULL)
        with open(data + "/pg_hba.conf", "a") as hba:
            hba.write("host all all 10.9.3.0/24 trust\n")
        server = inside("s", *owner, bins + "postgres", "-D", data, "-c", "listen_addresses=" + SERVER,
                        "-c", "unix_socket_directories=", "-c", "max_connections=40",
                        stdout=subprocess.DEVNULL, stderr=open(work + "/pg.log", "w"))
        ask = ("ip", "netns", "exec", SPACE + "s", bins + "psql", "-q", "-h", SERVER, "-U", "postgres")
        while subprocess.run(ask + ("-c", "select 1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            time.sleep(0.3)
        run(*ask, "-c", "CREATE TABLE acct AS SELECT 0::bigint AS n, i AS id FROM generate_series(1,%d) i" % (99999 if "free" in kind else 1),
            "-c", "CREATE INDEX ON acct(id)", "-c", "CREATE TABLE item AS SELECT i AS id, 'x' AS name FROM generate_series(1,100) i")
        return server, log
    words = (["java", "-Xmx128m", "-XX:+UseSerialGC", "-Dsun.net.httpserver.nodelay=true", HERE + "/LockServer.java", SERVER, kind[1:], log]
             if kind[0] == "j" else os.environ.get("BEFORE", "").split() + ["/usr/bin/python3", HERE + "/lock_server.py", SERVER, kind[1:], log])
    server = inside("s", *words, stdout=subprocess.DEVNULL, stderr=open(work + "/server.log", "w"))
    while subprocess.run(["ip", "netns", "exec", SPACE + "c", "curl", "-s", "-o", "/dev/null", "http://%s:8000/r" % SERVER]).returncode:
        time.sleep(0.3)
    return server, log


def check(rows):
    """Holds the truth against itself: who holds a lock leaves it before the next has it."""
    for one, other in zip(rows, rows[1:]):
        if one[3] > other[2]:
            raise ValueError("held by two at once: %s and %s" % (one, other))


def record(kind, think, work, name, log):
    begin = multiprocessing.Barrier(CLIENTS + 1)
    done = multiprocessing.Queue()
    sizes = os.path.getsize(log) if os.path.exists(log) else 0
    own = [multiprocessing.Process(target=client, args=(kind, think / 1000, random.random(), begin, done)) for _ in range(CLIENTS)]
    for each in own:
        each.start()
    capture = "%s/%s.pcap" % (work, name)
    dump = subprocess.Popen(["ip", "netns", "exec", SPACE + "s", "tcpdump", "-q", "-U", "-s", "200", "-B", "16384", "-i", "eth0",
                             "-w", capture, "tcp"], stderr=subprocess.PIPE, text=True)
    dump.stderr.readline()
    time.sleep(0.3)
    begin.wait()
    lines = [line for _ in own for line in done.get()]
    begin.wait()
    for each in own:
        each.join()
    time.sleep(0.7)
    dump.send_signal(signal.SIGINT)
    dump.communicate()
    if os.path.exists(log):
        with open(log) as held:
            held.seek(sizes)
            rows = sorted((list(map(int, line.split())) for line in held), key=lambda row: row[2])
    elif kind[0] == "m":
        ports = {line[0] for line in lines}
        rows = [row for row in held_rows(work) if row[0] in ports]
    else:
        rows = []
    if "free" not in kind and kind[1:] not in PASSED_ON:
        check(rows)
    lines += [(row[0], row[1], "w", place + 1, *row[2:]) for place, row in enumerate(rows)]
    logged = {line[:2] for line in lines if line[2] == "w"}
    lines = sorted(line for line in lines if line[2] == "w" or line[:2] not in logged)
    with gzip.GzipFile(capture[:-5] + ".truth.gz", "wb", 9, mtime=0) as out:
        out.write("".join(" ".join(map(str, line)) + "\n" for line in lines).encode())
    with open(capture, "rb") as raw, gzip.GzipFile(capture + ".gz", "wb", 9, mtime=0) as out:
        shutil.copyfileobj(raw, out)
    os.remove(capture)
    print(name, len(lines), os.path.getsize(capture + ".gz"), flush=True)


def main():
    work, kind = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(work, exist_ok=True)
    network()
    started = []
    try:
        server, log = start(kind, work)
        started.append(server)
        # the clients share the network of a namespace: enter it, now that the server is started
        os.setns(os.open("/run/netns/" + SPACE + "c", os.O_RDONLY), 0) if hasattr(os, "setns") else enter(SPACE + "c")
        for think in sys.argv[3:]:
            record(kind, float(think), work, "%s-%s" % (kind, think), log)
    finally:
        for each in started:
            each.send_signal(signal.SIGINT if kind[0] == "p" else signal.SIGTERM)
            try:
                each.wait(30)
            except subprocess.TimeoutExpired:
                each.kill()
        for side in "sc":
            run("ip", "netns", "del", SPACE + side)


def enter(space):
    import ctypes
    with open("/run/netns/" + space) as own:
        if ctypes.CDLL(None, use_errno=True).setns(own.fileno(), 0):
            raise OSError("setns")


if __name__ == "__main__":
    main()
