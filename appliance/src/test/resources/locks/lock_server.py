"""A server in Python whose /w requests work for as long as they ask, by the interpreter's lock: a call of C that keeps it
(gil), loops that give it away after 5 ms (slices), or in processes of their own (free)."""
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
            began = time.time()
            if MODE == "gil":
                json.dumps(TEXT * max(1, micros // UNIT))
            else:
                until = time.thread_time() + micros / 1e6
                while time.thread_time() < until:
                    sum(TEXT[0]["name"] == name for name in "abcdefghij")
            ended = time.time()
            log.write("%d %d %d %d\n" % (self.client_address[1], self.number, began * 1e6, ended * 1e6))
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
server = (Forking if MODE == "forks" else Threading)((HOST, 8000), Handler)
server.serve_forever()
