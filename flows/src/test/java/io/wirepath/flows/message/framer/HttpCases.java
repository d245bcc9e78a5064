package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.HTTP1;

import java.util.List;

/** HTTP/1. */
final class HttpCases {

    private static final String EVENTS = "<HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "a request and a response of known length, twice on one connection",
                    HTTP1,
                    List.of(
                            ">GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                            ">POST /x HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc",
                            "<HTTP/1.1 404 Not Found\r\nContent-Length:0\r\n\r\n"),
                    List.of("> Q0 27", "< R0 43", "> Q1 42", "< R1 44")),
            FramerCase.of(
                    "pipelined requests are answered in order",
                    HTTP1,
                    List.of(
                            ">GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\nHEAD /c HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
                            ">GET /d HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 204 No Content\r\n\r\n"),
                    List.of("> Q0 19", "> Q1 19", "> Q2 20", "< R0 39", "< R1 48", "< R2 40", "> Q3 19", "< R3 27")),
            FramerCase.of(
                    "chunks and trailers",
                    HTTP1,
                    List.of(
                            ">GET / HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nEtag: 1\r\n\r\n",
                            ">GET / HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n0\r\n\r\n"),
                    List.of("> Q0 18", "< R0 88", "> Q1 18", "< R1 58")),
            FramerCase.of(
                    "a body that the end of the connection ends",
                    HTTP1,
                    List.of(">GET / HTTP/1.0\r\n\r\n", "<HTTP/1.0 200 OK\r\n\r\nall of\r\n\r\nthis"),
                    List.of("> Q0 18", "< R0 33")),
            FramerCase.of(
                    "events that a server pushes are messages; comments and the end are set-up",
                    HTTP1,
                    List.of(
                            ">GET / HTTP/1.1\r\n\r\n",
                            EVENTS + "Transfer-Encoding: chunked\r\n\r\n9\r\n: hello\n\n\r\n",
                            "<9\r\ndata: 1\n\n\r\n",
                            "<8\r\ndata: 2\n\r\nb\r\n\ndata: 33\n\n\r\n",
                            "<0\r\n\r\n",
                            ">GET / HTTP/1.1\r\n\r\n",
                            EVENTS + "\r\n",
                            "<data: 1\r\n\r\ndata: 22\n\n"),
                    List.of(
                            "> Q0 18",
                            "< R0 80",
                            "< O 14 setup",
                            "< O 14",
                            "< O 17",
                            "< O 12",
                            "< O 5 setup",
                            "> Q1 18",
                            "< R1 52",
                            "< O 11",
                            "< O 10")),
            FramerCase.of(
                    "an interim response wants no answer",
                    HTTP1,
                    List.of(
                            ">PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n",
                            "<HTTP/1.1 100 Continue\r\n\r\n",
                            ">data",
                            "<HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"),
                    List.of("< O 25", "> Q0 63", "< R0 43")),
            FramerCase.of(
                    "after CONNECT turns cut the tunnel",
                    HTTP1,
                    List.of(
                            ">CONNECT a:443 HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 Connection established\r\n\r\n",
                            ">{00 01 02}",
                            "<{03 04}",
                            ">{05}"),
                    List.of("> Q0 26", "< R0 39", "> Q1 3", "< R1 2", "> Q2 1")),
            FramerCase.of(
                    "from a message that says two lengths on turns cut, and nothing is swallowed",
                    HTTP1,
                    List.of(
                            ">GET / HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                            ">POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 90\r\n\r\nabc",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                            ">GET / HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                    List.of("> Q0 18", "< R0 38", "> Q1 61", "< R1 38", "> Q2 18", "< R2 38")),
            FramerCase.midstream(
                    "in the middle of a response the next request line is found",
                    HTTP1,
                    List.of(
                            "<the rest of a page",
                            ">GET / HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
                    List.of("< R 18", "> Q0 18", "< R0 40")),
            FramerCase.of(
                    "a response that comes before the request is complete belongs to it",
                    HTTP1,
                    List.of(
                            ">POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n12345",
                            "<HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n",
                            ">67890",
                            ">GET / HTTP/1.1\r\n\r\n",
                            "<HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                    List.of("< R0 45", "> Q0 49", "> Q1 18", "< R1 38")));

    private HttpCases() {}
}
