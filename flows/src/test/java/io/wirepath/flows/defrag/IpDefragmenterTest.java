package io.wirepath.flows.defrag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fragments are written as offset, more, payload; times are made up. */
class IpDefragmenterTest implements FragmentLedger {

    private static final long SECOND = 1_000_000_000L;
    private static final String A = "AAAAAAAA";
    private static final String B = "BBBBBBBB";
    private static final String C = "CCCCCCCC";

    private final List<String> ledger = new ArrayList<>();
    private final Fragment fragment = new Fragment();
    private IpDefragmenter defragmenter = new IpDefragmenter(DefragSettings.defaults(), this);
    private long now;

    @ParameterizedTest(name = "{0}")
    @MethodSource("datagrams")
    void putsPiecesTogether(String name, String offers, String wantedVerdicts, String wantedPayload) {
        List<String> verdicts = new ArrayList<>();
        String whole = "";
        for (String offer : offers.split(" ", -1)) {
            String[] part = offer.split(",", -1);
            Verdict verdict = offer(1, Integer.parseInt(part[0]), part[1].equals("+"), part.length > 2 ? part[2] : "");
            verdicts.add(verdict.name());
            whole = verdict == Verdict.COMPLETE ? payload() : whole;
        }
        assertEquals(wantedVerdicts, String.join(" ", verdicts), name);
        assertEquals(wantedPayload, whole, name);
    }

    static Stream<Arguments> datagrams() {
        return Stream.of(
                arguments("in order", "0,+," + A + " 8,+," + B + " 16,-,end", "HELD HELD COMPLETE", A + B + "end"),
                arguments("backwards", "16,-,end 8,+," + B + " 0,+," + A, "HELD HELD COMPLETE", A + B + "end"),
                arguments(
                        "one copy of each",
                        twice("0,+," + A, "8,-,end"),
                        "HELD DUPLICATE COMPLETE DUPLICATE",
                        A + "end"),
                arguments(
                        "overlap, first bytes win",
                        "0,+," + A + B + " 8,+," + C + C + " 24,-,end",
                        "HELD HELD COMPLETE",
                        A + B + C + "end"),
                arguments(
                        "overlap on both sides",
                        "0,+," + A + " 16,+," + A + " 0,+," + B + B + B + " 24,-,end",
                        "HELD HELD HELD COMPLETE",
                        A + B + A + "end"),
                arguments(
                        "wholly covered by other bytes",
                        "0,+," + A + B + " 8,+," + C + " 16,-,end",
                        "HELD CONFLICT COMPLETE",
                        A + B + "end"),
                arguments("teardrop", "0,+," + A + B + C + " 8,-,dead", "HELD CONTRADICTS_END", ""),
                arguments("two ends", "16,-,end 8,-,end", "HELD CONTRADICTS_END", ""),
                arguments("beyond the end", "8,-,end 16,+," + A, "HELD CONTRADICTS_END", ""),
                arguments("no bytes", "8,+,", "MALFORMED", ""),
                arguments("no multiple of eight", "0,+,odd", "MALFORMED", ""),
                arguments("ping of death", "65528,-,12345678", "OVERLONG", ""));
    }

    private static String twice(String... offers) {
        return String.join(" ", Stream.of(offers).flatMap(o -> Stream.of(o, o)).toList());
    }

    @Test
    void mendsTheHeaderOfTheWholeDatagram() {
        offer(1, 8, false, "end");
        offer(1, 0, true, A);

        ByteBuffer whole = defragmenter.completed();
        assertEquals(20 + 11, whole.getShort(2));
        assertEquals(0, whole.getShort(6));
    }

    @Test
    void mendsTheHeaderOfAWholeIpv6Datagram() {
        offerIpv6(8, false, "end");
        offerIpv6(0, true, A);

        ByteBuffer whole = defragmenter.completed();
        assertEquals(11, whole.getShort(4));
        assertEquals(17, whole.get(6));
        assertEquals(40 + 11, whole.remaining());
    }

    @Test
    void takesTheLongestDatagramThatThereCanBe() {
        String piece = "x".repeat(8 * 1024);
        for (int i = 0; i < 7; i++) {
            assertEquals(Verdict.HELD, offer(1, i * 8192, true, piece));
        }
        assertEquals(Verdict.COMPLETE, offer(1, 57_344, false, "y".repeat(65_535 - 20 - 57_344)));
        assertEquals(65_535, defragmenter.completed().remaining());
    }

    @Test
    void toldApartAreDatagramsOfOtherIdentificationScopeOrVersion() {
        offer(1, 0, true, A);
        offer(2, 0, true, B);
        offerIpv6(0, true, C);
        fill(false, 1, 0, true, "DDDDDDDD");
        fragment.scope = 9;
        defragmenter.offer(fragment, now);

        assertEquals(4, defragmenter.datagrams());
        assertEquals(Verdict.COMPLETE, offer(2, 8, false, "end"));
        assertEquals(B + "end", payload());
    }

    @Test
    void anEqualDatagramMomentsLaterIsACopyAndLaterANewOne() {
        offer(1, 0, true, A);
        assertEquals(Verdict.COMPLETE, offer(1, 8, false, "end"));
        now = SECOND / 50;
        assertEquals(Verdict.DUPLICATE, offer(1, 0, true, A));
        now = SECOND;
        assertEquals(Verdict.HELD, offer(1, 0, true, A));
        assertEquals(Verdict.COMPLETE, offer(1, 8, false, "end"));
    }

    @Test
    void aReusedIdentificationBeginsANewDatagram() {
        offer(1, 0, true, A);
        offer(1, 8, false, "end");

        assertEquals(Verdict.HELD, offer(1, 0, true, B));
        assertEquals(Verdict.COMPLETE, offer(1, 8, false, "two"));
        assertEquals(B + "two", payload());
    }

    @Test
    void givesADatagramUpWhenItsTimeIsOver() {
        offer(1, 0, true, A);
        offer(1, 16, true, A);
        now = 31 * SECOND;
        offer(2, 0, true, A);

        assertEquals(List.of("timed out 2"), ledger);
        assertEquals(1, defragmenter.datagrams());
    }

    @Test
    void reportsEveryHeldFragmentOnce() {
        offer(1, 0, true, A);
        offer(1, 0, true, A);
        offer(1, 8, true, B);
        offer(1, 16, false, "end");
        now = 60 * SECOND;
        defragmenter.expire(now);

        assertEquals(List.of("used 2"), ledger);
        assertEquals(0, defragmenter.memoryBytes());
    }

    @Test
    void countsOverlaps() {
        offer(1, 0, true, A + A);
        offer(1, 8, true, A + A);
        offer(1, 16, true, B + B);

        assertEquals(List.of("overlap", "conflict"), ledger);
    }

    @Test
    void staysWithinItsBounds() {
        DefragSettings small = new DefragSettings(DefragSettings.MIN_MEMORY_BYTES, 100, 30 * SECOND, 0);
        defragmenter = new IpDefragmenter(small, this);
        Random random = new Random(1);
        for (int i = 0; i < 50_000; i++) {
            offer(
                    random.nextInt(500),
                    8 * random.nextInt(8000),
                    random.nextInt(20) > 0,
                    "z".repeat(8 * (1 + random.nextInt(180))));
            assertTrue(defragmenter.memoryBytes() <= small.memoryBytes());
            assertTrue(defragmenter.datagrams() <= 100);
        }
    }

    @Test
    void anyOrderOfAnyPiecesGivesTheSameDatagram() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int units = 1 + random.nextInt(60);
            String payload =
                    IntStream.range(0, units).mapToObj(i -> "%08d".formatted(i)).reduce("", String::concat) + "tail";
            List<int[]> pieces = pieces(random, units);
            Collections.shuffle(pieces, random);
            int completed = 0;
            for (int[] piece : pieces) {
                boolean last = piece[1] > units;
                String part = payload.substring(piece[0] * 8, last ? payload.length() : piece[1] * 8);
                if (offer(round, piece[0] * 8, !last, part) == Verdict.COMPLETE) {
                    completed++;
                    assertEquals(payload, payload());
                }
            }
            assertEquals(1, completed);
        }
    }

    /** A cover of 0 to units + 1 by pieces, with some overlapping ones more. */
    private static List<int[]> pieces(Random random, int units) {
        List<int[]> pieces = new ArrayList<>();
        for (int at = 0; at <= units; ) {
            int end = Math.min(units + 1, at + 1 + random.nextInt(6));
            pieces.add(new int[] {at, end});
            at = end;
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            int from = random.nextInt(units + 1);
            pieces.add(new int[] {from, Math.min(units + 1, from + 1 + random.nextInt(9))});
        }
        return pieces;
    }

    private Verdict offer(int identification, int offset, boolean more, String payload) {
        fill(false, identification, offset, more, payload);
        return defragmenter.offer(fragment, now);
    }

    private void offerIpv6(int offset, boolean more, String payload) {
        fill(true, 1, offset, more, payload);
        defragmenter.offer(fragment, now);
    }

    private void fill(boolean ipv6, int identification, int offset, boolean more, String payload) {
        int header = ipv6 ? 40 : 20;
        byte[] bytes = payload.getBytes(StandardCharsets.US_ASCII);
        fragment.ipv6 = ipv6;
        fragment.sourceLow = 1;
        fragment.destinationLow = 2;
        fragment.identification = identification;
        fragment.protocol = 17;
        fragment.scope = 0;
        fragment.offset = offset;
        fragment.more = more;
        fragment.bytes = ByteBuffer.allocate(header + bytes.length).put(header, bytes);
        fragment.headerAt = 0;
        fragment.headerLength = header;
        fragment.payloadAt = header;
        fragment.payloadLength = bytes.length;
    }

    private String payload() {
        ByteBuffer whole = defragmenter.completed();
        byte[] bytes = new byte[whole.remaining()];
        whole.get(0, bytes);
        return new String(bytes, 20, bytes.length - 20, StandardCharsets.US_ASCII);
    }

    @Override
    public void used(int fragments) {
        ledger.add("used " + fragments);
    }

    @Override
    public void timedOut(int fragments) {
        ledger.add("timed out " + fragments);
    }

    @Override
    public void evicted(int fragments) {
        ledger.add("evicted " + fragments);
    }

    @Override
    public void overlapped(boolean conflict) {
        ledger.add(conflict ? "conflict" : "overlap");
    }
}
