package io.wirepath.causes.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageTypesTest {

    private static final int CALLS = 1000;
    private static final long MILLI = 1_000_000;
    private static final int[] HEADERS = {11, 12, 13, 14};

    private final Random random = new Random(7);
    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);

    /**
     * A call whose words are its path and one of four headers, whichever comes first; {@code slow} says whether it
     * takes long.
     */
    private void call(int number, int path, boolean slow, long responseBytes) {
        int client = nodes.add("client", "client", true);
        int server = nodes.add("server", "server", true);
        long sent = 10L * number * MILLI;
        long answered = sent + (slow ? 5 * MILLI : MILLI) + random.nextInt(300_000);
        builder.add(sent, sent, client, 9000, server, 80, 0, 6, Role.REQUEST, 0, number, 100, 0, number);
        builder.typeWord(0, path);
        builder.typeWord(1, HEADERS[random.nextInt(HEADERS.length)]);
        builder.add(
                answered, answered, server, 80, client, 9000, 0, 6, Role.RESPONSE, 0, number, responseBytes, 0, number);
        builder.typeWord(0, HEADERS[random.nextInt(HEADERS.length)]);
    }

    /** Type of each call, by its number. */
    private int[] types() {
        MessageTable messages = builder.build();
        int[] link = new int[messages.size()];
        for (int row = 0; row < link.length; row++) {
            link[row] = messages.role(row) == Role.REQUEST ? 0 : MessageTable.NONE;
        }
        int[] ofRow = MessageTypes.of(messages, link, true);
        int[] type = new int[CALLS];
        for (int row = 0; row < link.length; row++) {
            if (link[row] == 0) {
                type[(int) messages.record(row)] = ofRow[row];
            }
        }
        return type;
    }

    @Test
    void tellsNoKindsApartByWordsThatPredictNothing() {
        for (int n = 0; n < CALLS; n++) {
            call(n, 1, random.nextBoolean(), 200);
        }
        assertEquals(0, Arrays.stream(types()).max().orElseThrow());
    }

    @Test
    void tellsKindsApartByTheWordThatTheDurationDependsOnWhateverElseVaries() {
        for (int n = 0; n < CALLS; n++) {
            call(n, 1 + n % 2, n % 2 == 0, 200);
        }
        int[] type = types();
        assertEquals(1, Arrays.stream(type).max().orElseThrow());
        assertNotEquals(type[0], type[1]);
        for (int n = 0; n < CALLS; n++) {
            assertEquals(type[n % 2], type[n]);
        }
    }

    @Test
    void tellsKindsApartByTheWordThatTheLengthOfTheResponseDependsOn() {
        for (int n = 0; n < CALLS; n++) {
            call(n, 1 + n % 2, false, n % 2 == 0 ? 200 : 900);
        }
        assertEquals(1, Arrays.stream(types()).max().orElseThrow());
    }

    @Test
    void cutsLengthsWhereAGapSeparatesEnoughOnBothSides() {
        long[] lengths = new long[100];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = i < 40 ? 5 : 300 + i % 7;
        }
        SizeClasses classes = SizeClasses.of(lengths);
        assertEquals(0, classes.of(5));
        assertEquals(1, classes.of(303));
        assertEquals(0, SizeClasses.of(new long[] {1, 1000}).of(1000));
    }
}
