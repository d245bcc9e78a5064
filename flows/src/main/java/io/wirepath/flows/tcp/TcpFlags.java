package io.wirepath.flows.tcp;

/** The control bits of a TCP header (RFC 9293 §3.1). */
final class TcpFlags {

    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int PSH = 8;
    static final int ACK = 16;

    private TcpFlags() {}
}
