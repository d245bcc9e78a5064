package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.message.TalkingConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every framer against the same table: what it must find, however the bytes are cut into segments. */
class FramerTest {

    static Stream<FramerCase> cases() {
        return Stream.of(
                        HttpCases.ALL,
                        DatabaseCases.ALL,
                        BrokerCases.ALL,
                        SecureCases.ALL,
                        LearntCases.ALL,
                        LineCases.ALL,
                        FormatCases.ALL,
                        EnterpriseCases.ALL,
                        RemoteCases.ALL)
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsTheMessages(FramerCase framerCase) {
        assertEquals(framerCase.wanted(), run(framerCase, Integer.MAX_VALUE, 0));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void recognisesTheProtocolFromTheBytes(FramerCase framerCase) {
        TalkingConnection connection = connect(framerCase);
        framerCase.steps().forEach(connection::say);
        connection.assembler.onClose(connection, CloseReason.END_OF_CAPTURE, connection.nowNanos);
        Sighting sighting = new Sighting();
        boolean found = false;
        for (int i = 0; i < connection.batch.count(); i++) {
            found |= connection.batch.wrap(i, sighting).protocol() == framerCase.protocol();
        }
        assertTrue(found, "no message of " + framerCase.protocol());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsTheSameMessagesForEverySplit(FramerCase framerCase) {
        int longest = framerCase.steps().stream()
                .mapToInt(step -> TalkingConnection.bytesOf(step).length)
                .max()
                .orElse(0);
        for (int split = 1; split < longest; split++) {
            assertEquals(framerCase.wanted(), run(framerCase, split, split), "split at " + split);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsTheSameMessagesInRandomPieces(FramerCase framerCase) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            int most = 1 + random.nextInt(40);
            TalkingConnection connection = connect(framerCase);
            for (String step : framerCase.steps()) {
                byte[] bytes = TalkingConnection.bytesOf(step);
                for (int at = 0; at < bytes.length; ) {
                    int to = Math.min(bytes.length, at + 1 + random.nextInt(most));
                    connection.send(TalkingConnection.directionOf(step), Arrays.copyOfRange(bytes, at, to));
                    at = to;
                }
            }
            assertEquals(framerCase.wanted(), connection.close(CloseReason.END_OF_CAPTURE), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void losesNoByteOfDamagedStreams(FramerCase framerCase) {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            TalkingConnection connection = connect(framerCase);
            long sent = 0;
            for (String step : framerCase.steps()) {
                byte[] bytes = TalkingConnection.bytesOf(step);
                for (int i = random.nextInt(3); i > 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                sent += bytes.length;
                connection.send(TalkingConnection.directionOf(step), bytes);
                if (random.nextInt(8) == 0) {
                    connection.lose(TalkingConnection.directionOf(step), 7);
                    sent += 7;
                }
            }
            connection.assembler.onClose(connection, CloseReason.END_OF_CAPTURE, connection.nowNanos);
            Sighting sighting = new Sighting();
            long found = 0;
            for (int i = 0; i < connection.batch.count(); i++) {
                found += connection.batch.wrap(i, sighting).lengthBytes();
            }
            assertEquals(sent, found, "seed " + seed);
        }
    }

    private static List<String> run(FramerCase framerCase, int first, int rest) {
        TalkingConnection connection = connect(framerCase);
        for (String step : framerCase.steps()) {
            byte[] bytes = TalkingConnection.bytesOf(step);
            List<byte[]> pieces = new ArrayList<>();
            int at = Math.min(first, bytes.length);
            pieces.add(Arrays.copyOf(bytes, at));
            while (at < bytes.length) {
                int to = rest <= 1 ? at + 1 : bytes.length;
                pieces.add(Arrays.copyOfRange(bytes, at, to));
                at = to;
            }
            pieces.forEach(piece -> connection.send(TalkingConnection.directionOf(step), piece));
        }
        return connection.close(CloseReason.END_OF_CAPTURE);
    }

    private static TalkingConnection connect(FramerCase framerCase) {
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults());
        connection.midstream = framerCase.midstream();
        connection.openerKnown = !framerCase.midstream();
        return connection.open();
    }
}
