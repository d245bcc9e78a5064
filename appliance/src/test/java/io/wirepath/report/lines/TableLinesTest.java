package io.wirepath.report.lines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TableLinesTest {

    /** It is a line without bytes, of which nothing else tells what it is. */
    @Test
    void theEndOfAConnectionIsSaid() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MessageCodec.TRANSPORT_AT, (byte) 6)
                .put(MessageCodec.ROLE_AT, (byte) Role.UNKNOWN.ordinal())
                .putShort(MessageCodec.OUTCOME_AT, (short) Outcome.RESET);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TableLines lines = new TableLines(out, 0, LineNames.NONE);
        lines.print(new MessageRecord().wrap(bytes, 0));
        lines.flush();
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.stripTrailing().endsWith(" tcp reset"), text);
    }
}
