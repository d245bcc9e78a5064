package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** A protocol of lines, which begin with one of its words. */
final class LineSignature implements Signature {

    private static final byte[] SMTP_GREETING = "220 ".getBytes(US_ASCII);
    private static final byte[] SMTP_NAME = "smtp".getBytes(US_ASCII);

    private final Protocol protocol;
    private final byte[][] commands;
    private final byte[][] answers;

    private LineSignature(Protocol protocol, List<String> commands, List<String> answers) {
        this.protocol = protocol;
        this.commands = ascii(commands);
        this.answers = ascii(answers);
    }

    private static byte[][] ascii(List<String> words) {
        return words.stream().map(word -> word.getBytes(US_ASCII)).toArray(byte[][]::new);
    }

    /** memcached's text and meta commands; its answers are too short to tell it. */
    static LineSignature memcached() {
        return new LineSignature(
                Protocol.MEMCACHED,
                List.of(
                        "get ",
                        "gets ",
                        "gat ",
                        "gats ",
                        "set ",
                        "add ",
                        "replace ",
                        "append ",
                        "prepend ",
                        "cas ",
                        "delete ",
                        "incr ",
                        "decr ",
                        "touch ",
                        "mg ",
                        "ms ",
                        "md ",
                        "ma ",
                        "me ",
                        "mn\r\n",
                        "stats\r\n",
                        "stats ",
                        "version\r\n",
                        "flush_all"),
                List.of());
    }

    /** What memcached's answers begin with, where a packet does. */
    static LineSignature memcachedAnswers() {
        return new LineSignature(
                Protocol.MEMCACHED,
                List.of(
                        "VALUE ",
                        "STAT ",
                        "END\r\n",
                        "STORED\r\n",
                        "NOT_STORED\r\n",
                        "NOT_FOUND\r\n",
                        "DELETED\r\n",
                        "EXISTS\r\n",
                        "TOUCHED\r\n",
                        "VA ",
                        "HD",
                        "EN\r\n",
                        "NS\r\n",
                        "NF\r\n"),
                List.of());
    }

    /** NATS: what a server says first, or messages in the middle of a connection. */
    static Signature nats() {
        return new LineSignature(
                Protocol.NATS, List.of("PUB ", "HPUB ", "SUB ", "CONNECT {"), List.of("INFO {", "MSG ", "HMSG "));
    }

    /** SMTP: a greeting that names it, or what only a client of SMTP says. */
    static Signature smtp() {
        return new LineSignature(
                Protocol.SMTP, List.of("EHLO ", "HELO ", "LHLO ", "MAIL FROM:", "RCPT TO:"), List.of("220 "));
    }

    @Override
    public Protocol protocol() {
        return protocol;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean more = false;
        for (byte[] word : direction == context.requester() ? commands : answers) {
            int agreement = agreement(bytes, offset, length, word);
            if (agreement == word.length) {
                return Arrays.equals(word, SMTP_GREETING) ? judgeGreeting(bytes, offset, length) : Verdict.YES;
            }
            more |= agreement > 0;
        }
        return more ? Verdict.MORE : Verdict.NO;
    }

    /** Whether one of the words begins here. */
    boolean begins(ByteBuffer bytes, int from, int end) {
        for (byte[] word : commands) {
            if (Ascii.agreement(bytes, from, end - from, word) == word.length) {
                return true;
            }
        }
        return false;
    }

    /** As {@link Ascii#agreement}, in capitals or not where the protocol does not care. */
    private int agreement(ByteBuffer bytes, int offset, int length, byte[] word) {
        if (protocol != Protocol.SMTP) {
            return Ascii.agreement(bytes, offset, length, word);
        }
        int count = Math.min(length, word.length);
        for (int i = 0; i < count; i++) {
            int b = bytes.get(offset + i);
            if ((b >= 'a' && b <= 'z' ? b - 0x20 : b) != word[i]) {
                return -1;
            }
        }
        return count;
    }

    private static Verdict judgeGreeting(ByteBuffer bytes, int offset, int length) {
        int end = offset + Math.min(length, FramerChooser.LOOKS_AT);
        if (Ascii.containsIgnoringCase(bytes, offset, end, SMTP_NAME)) {
            return Verdict.YES;
        }
        return length < FramerChooser.LOOKS_AT ? Verdict.MORE : Verdict.NO;
    }
}
