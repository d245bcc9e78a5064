package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.pipeline.CallPackets;
import io.wirepath.pipeline.CallPackets.Stretch;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions and answers between a receiver and a sniffer's ring, without the network between. */
final class RemoteRingsTest {

    private static final List<Stretch> WANTED = List.of(
            new Stretch("10.0.0.1:1024", "[fd00::1]:80", 6, 17, Long.MAX_VALUE, "wanted"),
            new Stretch("10.0.0.2:1024", "10.0.0.3:80", 0, -1, 0, "wanted"));

    private final List<byte[]> questions = new ArrayList<>();
    private final RemoteRings rings = new RemoteRings();

    @Test
    void aQuestionSaysTheSameAtTheOtherEndAndWhatIsCutIsRefused() {
        byte[] message = new RingMessage.Question(7, "ops at 10.1.1.1", WANTED).encode();
        assertEquals(new RingMessage.Question(7, "ops at 10.1.1.1", WANTED), RingMessage.Question.decode(message));
        for (int length = 0; length < message.length; length++) {
            byte[] cut = Arrays.copyOf(message, length);
            assertThrows(IllegalArgumentException.class, () -> RingMessage.Question.decode(cut));
        }
    }

    @Test
    void piecesBecomeAFileThatIsGoneWhenNobodyNeedsItAnyMore() throws Exception {
        RemoteRings.Line line = rings.connect("tap", questions::add);
        Path file;
        try (RemoteRings.Answer answer = rings.ask("tap", WANTED, "ops")) {
            int number = RingMessage.number(questions.get(0));
            byte[] bytes = {1, 2, 3, 4, 5};
            line.take(RingMessage.piece(number + 1, bytes, 0, 5));
            line.take(RingMessage.piece(number, bytes, 0, 3));
            line.take(RingMessage.piece(number, bytes, 3, 2));
            line.take(RingMessage.end(number, "", "1 of the ring's files is damaged"));
            file = answer.file();
            assertEquals("1 of the ring's files is damaged", answer.damage());
            assertEquals(List.of((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5), boxed(Files.readAllBytes(file)));
        }
        assertTrue(Files.notExists(file));
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte each : bytes) {
            list.add(each);
        }
        return list;
    }

    @Test
    void whatIsNotThereIsSaid() throws Exception {
        assertEquals(
                "not connected any more",
                assertThrows(Failure.class, () -> rings.ask("tap", WANTED, "ops"))
                        .getMessage());
        RemoteRings.Line line = rings.connect("tap", questions::add);
        try (RemoteRings.Answer refused = rings.ask("tap", WANTED, "ops");
                RemoteRings.Answer lost = rings.ask("tap", WANTED, "ops")) {
            line.take(RingMessage.end(RingMessage.number(questions.get(0)), "the disk is broken", ""));
            rings.disconnect("tap", line);
            assertEquals(
                    "the disk is broken",
                    assertThrows(Failure.class, refused::file).getMessage());
            assertEquals(
                    "the connection ended",
                    assertThrows(Failure.class, lost::file).getMessage());
        }
        assertEquals(0, rings.sniffers().size());
    }

    /** Where several do not answer, who asks waits as long as for one. */
    @Test
    void allHaveTheSameTimeFromTheQuestionOn() throws Exception {
        Duration patience = Duration.ofMillis(400);
        RemoteRings impatient = new RemoteRings(patience);
        List<RemoteRings.Answer> asked = new ArrayList<>();
        for (String name : List.of("tap1", "tap2", "tap3", "tap4", "tap5")) {
            var unused = impatient.connect(name, questions::add);
            asked.add(impatient.ask(name, WANTED, "ops"));
        }
        long begun = System.nanoTime();
        for (RemoteRings.Answer each : asked) {
            Failure late = assertThrows(Failure.class, each::file);
            assertTrue(String.valueOf(late.getMessage()).startsWith("did not answer within"), late::getMessage);
            each.close();
        }
        long took = System.nanoTime() - begun;
        assertTrue(took < 4 * patience.toNanos(), () -> took + " ns");
    }

    @Test
    void aLineThatEndedTakesNoQuestion() {
        RemoteRings.Line line = rings.connect("tap", questions::add);
        var unused = rings.connect("tap", questions::add);
        assertThrows(Failure.class, () -> line.ask(WANTED, "ops"));
    }

    @Test
    void anEndOfAConnectionHasAPort() {
        for (String end : List.of("10.0.0.1:-5", "10.0.0.1:2147483647", "10.0.0.1", "")) {
            List<Stretch> wrong = List.of(new Stretch(end, "10.0.0.2:80", 6, 0, 1, "wanted"));
            assertThrows(IllegalArgumentException.class, () -> new CallPackets(wrong, (sniffer, nanos) -> 0), end);
        }
    }

    @Test
    void aSnifferHasFewQuestionsBeforeItAtATime() throws IOException {
        var unused = rings.connect("tap", questions::add);
        List<RemoteRings.Answer> open = new ArrayList<>();
        Failure full = assertThrows(Failure.class, () -> {
            while (true) {
                open.add(rings.ask("tap", WANTED, "ops"));
            }
        });
        assertTrue(String.valueOf(full.getMessage()).contains("ask again"), full::getMessage);
        for (RemoteRings.Answer each : open) {
            each.close();
        }
        rings.ask("tap", WANTED, "ops").close();
    }
}
