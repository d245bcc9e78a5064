package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.StoreVisitor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TemporaryMessagesTest {

    private static final int MESSAGES = 2500;

    /** Notes down what comes, messages behind all else. */
    private static final class Notebook implements StoreVisitor {
        final List<String> others = new ArrayList<>();
        final List<String> messages = new ArrayList<>();

        @Override
        public void onMessage(MessageRecord message) {
            messages.add("message " + message.callId());
        }

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            others.add(name + " " + addressLow + " " + origin);
        }

        @Override
        public void onTemplate(int number, String template) {
            others.add(number + " " + template);
        }

        @Override
        public void onSniffer(SnifferRecord sniffer) {
            others.add(sniffer.name());
        }

        @Override
        public void onResult(MergeResult result) {
            others.add(result.toString());
        }

        @Override
        public void onNote(String note) {
            others.add(note);
        }

        List<String> all() {
            List<String> all = new ArrayList<>(others);
            all.addAll(messages);
            return all;
        }
    }

    private void fill(StoreVisitor to) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        MessageRecord message = new MessageRecord().wrap(bytes, 0);
        to.onSniffer(new SnifferRecord(0, "sw-a", "a.pcap", 7, 1, 2, Optional.empty(), List.of()));
        to.onName(0, 9, "web", NameOrigin.DNS_ANSWER);
        for (int i = 0; i < MESSAGES; i++) {
            bytes.putLong(MessageCodec.CALL_ID_AT, i);
            to.onMessage(message);
        }
        to.onTemplate(3, "GET /item/*");
        to.onNote("a note");
        to.onResult(new MergeResult(0, List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    private List<String> readOf(TemporaryMessages messages) throws IOException {
        Notebook notebook = new Notebook();
        messages.read(notebook);
        return notebook.all();
    }

    private List<String> wanted() {
        Notebook notebook = new Notebook();
        fill(notebook);
        return notebook.all();
    }

    @Test
    void aSmallCaptureTouchesNoDisk() throws IOException {
        try (TemporaryMessages messages = new TemporaryMessages(1 << 20)) {
            fill(messages);
            messages.finish();
            assertNull(messages.place());
            assertEquals(wanted(), readOf(messages));
            assertEquals(wanted(), readOf(messages), "read again");
        }
    }

    @Test
    void aLargeOneMovesToAStoreThatIsDeletedAfterwards() throws IOException {
        Path place;
        try (TemporaryMessages messages = new TemporaryMessages(400_000)) {
            fill(messages);
            messages.finish();
            place = messages.place();
            assertTrue(place != null && Files.exists(place));
            assertEquals(wanted(), readOf(messages));
            assertEquals(wanted(), readOf(messages), "read again");
        }
        assertFalse(Files.exists(place));
    }

    @Test
    void aMergeThatFailsLeavesNothingOnTheDisk() {
        TemporaryMessages messages = new TemporaryMessages(0);
        fill(messages);
        Path place = messages.place();
        assertTrue(place != null && Files.exists(place));
        messages.close();
        assertFalse(Files.exists(place));
    }
}
