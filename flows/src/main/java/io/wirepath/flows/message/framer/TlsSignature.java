package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** TLS: a record header, at the start of a connection or in its middle. */
final class TlsSignature implements Signature {

    @Override
    public Protocol protocol() {
        return Protocol.TLS;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int type = bytes.get(offset);
        if (type < 20 || type > 24 || length > 1 && bytes.get(offset + 1) != 3) {
            return Verdict.NO;
        }
        if (length < TlsFramer.HEADER) {
            return Verdict.MORE;
        }
        int record = bytes.getShort(offset + 3) & 0xffff;
        return TlsFramer.isRecord(type, bytes.getShort(offset + 1), record) ? Verdict.YES : Verdict.NO;
    }
}
