package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.FTP;
import static io.wirepath.flows.Protocol.MEMCACHED;
import static io.wirepath.flows.Protocol.NATS;
import static io.wirepath.flows.Protocol.REDIS;
import static io.wirepath.flows.Protocol.SMTP;

import java.util.List;

/** FTP, memcached's text, NATS, SMTP; Redis' commands that wait. */
final class LineCases {

    static final List<FramerCase> ALL = List.of(
            FramerCase.midstream(
                    "in the middle FTP is told by a command that only it has",
                    FTP,
                    List.of(">PASV\r\n", "<227 =127,0,0,1,4,1\r\n", ">RETR a\r\n", "<150 \r\n226 \r\n"),
                    List.of("> Q0 6 setup", "< R0 20 setup", "> Q1 8", "< R1 12")),
            FramerCase.midstream(
                    "a reply of FTP to what nobody saw says whether it was about files",
                    FTP,
                    List.of("<150 \r\n226 \r\n", ">PWD\r\n", "<257 /\r\n"),
                    List.of("< R 12", "> Q0 5 setup", "< R0 7 setup")),
            FramerCase.of(
                    "pipelined commands, several values, and one without an answer",
                    MEMCACHED,
                    List.of(
                            ">set k 0 0 4\r\n\r\nab\r\nget k k2\r\n",
                            "<STORED\r\nVALUE k 0 4\r\n\r\nab\r\nVALUE k2 0 1 77\r\nx\r\nEND\r\n",
                            ">set n 0 0 1 noreply\r\nz\r\nincr k 1\r\n",
                            "<7\r\n",
                            ">stats\r\n",
                            "<STAT pid 1\r\nSTAT uptime 2\r\nEND\r\n",
                            ">quit\r\n"),
                    List.of(
                            "> Q0 19",
                            "> Q1 10",
                            "< R0 8",
                            "< R1 44",
                            "> O 24",
                            "> Q2 10",
                            "< R2 3",
                            "> Q3 7",
                            "< R3 32",
                            "> O 6 setup")),
            FramerCase.of(
                    "meta commands; quiet ones belong to the command behind them",
                    MEMCACHED,
                    List.of(
                            ">mg a v\r\nms b 2 T9\r\nhi\r\n",
                            "<VA 3\r\nabc\r\nHD\r\n",
                            ">mg a v q\r\nmg b v q\r\nmn\r\n",
                            "<VA 1\r\nx\r\nMN\r\n",
                            ">mn\r\n",
                            "<MN\r\n"),
                    List.of("> Q0 8", "> Q1 15", "< R0 11", "< R1 4", "> Q2 24", "< R2 13", "> Q3 4", "< R3 4")),
            FramerCase.of(
                    "a request with a subject for its answer, asked and answered; publications, pings",
                    NATS,
                    List.of(
                            "<INFO {7b7d}\r\n",
                            ">CONNECT {7b7d}\r\nSUB orders 1\r\nPING\r\n",
                            "<PONG\r\n",
                            ">PUB price _INBOX.7 2\r\nhi\r\n",
                            "<MSG orders 1 _INBOX.x 3\r\nabc\r\nMSG _INBOX.7 2 2\r\nok\r\n",
                            ">PUB _INBOX.x 1\r\n!\r\nPUB news 0\r\n\r\n",
                            "<HMSG orders 1 12 14\r\nNATS/1.0\r\n\r\nhi\r\n"),
                    List.of(
                            "< O 9 setup",
                            "> O 12 setup",
                            "> O 14 setup",
                            "> O 6 setup",
                            "< O 6 setup",
                            "> Q0 26",
                            "< Q1 30",
                            "< R0 22",
                            "> R1 19",
                            "> O 14",
                            "< O 37")),
            FramerCase.of(
                    "a consumer asks for the next message, gets it, and acknowledges",
                    NATS,
                    List.of(
                            "<INFO {7b7d}\r\n",
                            ">PUB $JS.API.CONSUMER.MSG.NEXT.S.C _INBOX.1 1\r\n1\r\n",
                            "<MSG s 1 $JS.ACK.S.C.1.1.1.0.0 2\r\nhi\r\n",
                            ">PUB $JS.ACK.S.C.1.1.1.0.0 4\r\n+ACK\r\n"),
                    List.of("< O 9 setup", "> O 49 setup", "< O 37", "> O 35 setup")),
            FramerCase.of(
                    "a mail, pipelined",
                    SMTP,
                    List.of(
                            "<220 mx ESMTP\r\n",
                            ">EHLO me\r\n",
                            "<250-mx\r\n250 PIPELINING\r\n",
                            ">MAIL FROM:<a>\r\nRCPT TO:<b>\r\nDATA\r\n",
                            "<250 ok\r\n250 ok\r\n354 go\r\n",
                            ">Subject: x\r\n\r\n..\r\n.\r\n",
                            "<250 queued\r\n",
                            ">QUIT\r\n",
                            "<221 bye\r\n"),
                    List.of(
                            "< O 14 setup",
                            "> Q0 9 setup",
                            "< R0 24 setup",
                            "> Q1 15",
                            "> Q2 13",
                            "> Q3 6 setup",
                            "< R1 8",
                            "< R2 8",
                            "< R3 8 setup",
                            "> Q4 21",
                            "< R4 12",
                            "> Q5 6 setup",
                            "< R5 9 setup")),
            FramerCase.of(
                    "chunks, and TLS from then on",
                    SMTP,
                    List.of(
                            ">EHLO me\r\n",
                            "<250 mx\r\n",
                            ">BDAT 3 LAST\r\nabc",
                            "<250 ok\r\n",
                            ">STARTTLS\r\n",
                            "<220 go\r\n",
                            ">{16 0301 0004 01000000}"),
                    List.of(
                            "> Q0 9 setup",
                            "< R0 8 setup",
                            "> Q1 16",
                            "< R1 8",
                            "> Q2 10 setup",
                            "< R2 8 setup",
                            "> O 9 setup")),
            FramerCase.of(
                    "a command that waits is no call: what it brings is a delivery, and nothing is nothing",
                    REDIS,
                    List.of(
                            ">*3\r\n$5\r\nBLPOP\r\n$1\r\nq\r\n$1\r\n1\r\n",
                            "<*-1\r\n",
                            ">*6\r\n$5\r\nXREAD\r\n$5\r\nBLOCK\r\n$1\r\n0\r\n$7\r\nSTREAMS\r\n$1\r\ns\r\n$1\r\n$\r\n",
                            "<*1\r\n*1\r\n:1\r\n",
                            ">*4\r\n$5\r\nxread\r\n$7\r\nSTREAMS\r\n$1\r\ns\r\n$1\r\n0\r\n*4\r\n$4\r\nXACK\r\n$1\r\ns\r\n$1\r\ng\r\n$1\r\n1\r\n",
                            "<*0\r\n:1\r\n"),
                    List.of(
                            "> O 29 setup",
                            "< O 5 setup",
                            "> O 60 setup",
                            "< O 12",
                            "> Q0 42",
                            "> Q1 35 setup",
                            "< R0 4",
                            "< R1 4 setup")));

    private LineCases() {}
}
