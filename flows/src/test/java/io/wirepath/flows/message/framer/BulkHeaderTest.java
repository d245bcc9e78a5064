package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BulkHeaderTest {

    @Test
    void aDatagramWhoseEndTheCaptureCutOffIsWhatItsHeaderSays() {
        ByteBuffer dtls = ByteBuffer.allocate(48)
                .put(new byte[] {22, (byte) 0xfe, (byte) 0xfd})
                .putShort(11, (short) 400);
        assertEquals(Protocol.DTLS, BulkHeader.of(dtls, 0, 48, 365, 40000, 4433));
        assertEquals(Protocol.UNKNOWN, BulkHeader.of(dtls, 0, 48, 364, 40000, 4433));
        assertEquals(Protocol.UNKNOWN, BulkHeader.of(dtls, 0, 12, 401, 40000, 4433));
        ByteBuffer wireGuard = ByteBuffer.allocate(54).put(0, (byte) 2);
        assertEquals(Protocol.WIREGUARD, BulkHeader.of(wireGuard, 0, 54, 38, 51820, 51820));
        assertEquals(Protocol.UNKNOWN, BulkHeader.of(wireGuard, 0, 54, 37, 51820, 51820));
    }
}
