package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** An HTTP/1 message begins with a method and a blank, or with its version. */
final class HttpSignature implements Signature {

    private static final byte[][] BEGINNINGS = {
        ascii("GET "), ascii("POST "), ascii("HTTP/1."), ascii("PUT "), ascii("HEAD "), ascii("DELETE "),
        ascii("OPTIONS "), ascii("PATCH "), ascii("CONNECT "), ascii("TRACE "), ascii("PROPFIND "), ascii("REPORT ")
    };

    @Override
    public Protocol protocol() {
        return Protocol.HTTP1;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        if (first < 'C' || first > 'T') {
            return Verdict.NO;
        }
        for (byte[] beginning : BEGINNINGS) {
            int agreement = first == beginning[0] ? Ascii.agreement(bytes, offset, length, beginning) : -1;
            if (agreement == beginning.length) {
                return connects(beginning, bytes, offset, length);
            }
            if (agreement > 0) {
                return Verdict.MORE;
            }
        }
        return Verdict.NO;
    }

    /** A client of NATS connects with an object, not to an address. */
    private static Verdict connects(byte[] beginning, ByteBuffer bytes, int offset, int length) {
        if (beginning[0] != 'C') {
            return Verdict.YES;
        }
        if (length == beginning.length) {
            return Verdict.MORE;
        }
        return bytes.get(offset + beginning.length) == '{' ? Verdict.NO : Verdict.YES;
    }

    /** Whether a message begins here of which so much is there that it can be told. */
    static boolean begins(boolean asks, ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        if (first < 'C' || first > 'T' || asks == (first == 'H' && length > 1 && bytes.get(offset + 1) == 'T')) {
            return false;
        }
        for (byte[] beginning : BEGINNINGS) {
            if (first == beginning[0] && Ascii.agreement(bytes, offset, length, beginning) == beginning.length) {
                return asks == (beginning[beginning.length - 1] == ' ');
            }
        }
        return false;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
