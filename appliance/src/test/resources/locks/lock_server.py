"""A server in Python whose /w requests work for as long as they ask, by the interpreter's lock: a call of C that keeps it
(gil), loops that give it away after 5 ms (slices), these and as long a sleep (half); or without it: a call of C that
lets it go (freehash), processes of their own (freeforks), or a sleep (freesleep). Logs who worked, since when and until
when, and for how long by the processor: port, number on the connection, and us."""
import hashlib
import json
import os
import socketserver
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOST, MODE, LOG = sys.argv[1:4]
log = open(LOG, "a", buffering=1)
TEXT = [{"item": i, "name": "n%d" % i, "price": i * 0.37} for i in range(100)]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    number = 0

    def do_GET(self):
        if self.path.startswith("/w"):
            micros = int(self.path.split("?")[1])
            began, used = time.time(), time.thread_time()
            if MODE == "gil":
                json.dumps(TEXT * max(1, micros // UNIT))
            elif MODE == "freesleep":
                time.sleep(micros / 1e6)
            elif MODE == "freehash":
                hashlib.pbkdf2_hmac("sha256", b"x", b"y", max(1, micros * HASHES // 100000))
            else:
                if MODE == "half":
                    time.sleep(micros / 1e6)
                until = time.thread_time() + micros / 1e6
                while time.thread_time() < until:
                    sum(TEXT[0]["name"] == name for name in "abcdefghij")
            ended = time.time()
            log.write("%d %d %d %d %d\n" % (self.client_address[1], self.number, began * 1e6, ended * 1e6, (time.thread_time() - used) * 1e6))
        self.number += 1
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *args):
        pass


class Forking(socketserver.ForkingMixIn, socketserver.TCPServer):
    allow_reuse_address = True
    request_queue_size = 100
    max_children = 100


class Threading(ThreadingHTTPServer):
    request_queue_size = 100


began = time.perf_counter()
for _ in range(100):
    json.dumps(TEXT)
UNIT = max(1, int((time.perf_counter() - began) * 1e4))
began = time.perf_counter()
hashlib.pbkdf2_hmac("sha256", b"x", b"y", 20000)
HASHES = max(1, int(20000 / (time.perf_counter() - began) / 10))
server = (Forking if MODE == "freeforks" else Threading)((HOST, 8000), Handler)
server.serve_forever()
