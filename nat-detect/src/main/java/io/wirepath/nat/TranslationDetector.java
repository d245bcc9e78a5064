package io.wirepath.nat;

import io.wirepath.flows.IpProtocol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a table of translations out of pairs of connections that carried the same messages under other addresses.
 *
 * <p><b>Why chance makes none.</b> A message agrees with another when length and 64-bit digest are equal, and for
 * TCP the 32-bit sequence number too. Contents do repeat (the same request by a thousand clients, the same body to two
 * servers), sequence numbers start at random (RFC 6528): among n open messages with one content the chance of one
 * accidental equal is n / 2^32, below 10^-6 for the {@value #OPEN_ALIKE} that a window holds at worst. A second message
 * of the same two connections cannot agree by chance any more. A datagram has no sequence number: equal contents count
 * only where the IP identification (16 bits) agrees too, {@value #UDP_REPEATS} times on the same two connections; where
 * a sender leaves the identification 0, it takes {@value #UDP_REPEATS_WITHOUT_ID}. A proxy that ends the connection and
 * opens another has its own sequence numbers, so it stays a node.
 *
 * <p>Of messages that captures hold in part, as with a short snapshot length, the digest is of the bytes captured:
 * equal ones count as above. Where the captured parts differ, or there are none, sequence number and length are left,
 * with a chance of 2^-32 for each pair of messages of one length; it takes {@value #PARTIAL_REPEATS} on the same two
 * connections.
 *
 * <p>Where a firewall re-bases sequence numbers, contents alone agree: it takes {@value #REBASED_REPEATS} messages of
 * the same two connections, each content seen on no other, with one and the same difference of sequence numbers, which
 * has a chance of 2^-32 for each message after the first.
 *
 * <p>Rules of the operator are rows of the table too: with the connections whose ends they told, and, where the
 * translation was seen as well, with the evidence for it.
 *
 * <p>Not thread-safe.
 */
public final class TranslationDetector {

    /** Messages of one content that may be open at once, for the confidence. */
    public static final int OPEN_ALIKE = 1 << 11;

    /** Equal datagrams, with equal IP identification, that tie two connections with other addresses. */
    public static final int UDP_REPEATS = 2;

    /** The same where the IP identification is 0. */
    public static final int UDP_REPEATS_WITHOUT_ID = 3;

    /**
     * Messages captured in part, equal in length and sequence number, that tie two connections with other addresses.
     */
    public static final int PARTIAL_REPEATS = 2;

    /** Messages with a constant difference of sequence numbers that tie two connections. */
    public static final int REBASED_REPEATS = 3;

    private static final double TCP_CHANCE = OPEN_ALIKE / 0x1p32;
    private static final double UDP_CHANCE = 1.0 / 64;

    /** Distinct translations kept; more come from scans, not from translators. */
    private static final int MAX_TRANSLATIONS = 1 << 16;

    private final Map<Shape, Tally> tallies = new HashMap<>();
    private final List<@Nullable Tally> byRule = new ArrayList<>();
    private final NatRules rules;

    private record Shape(
            Translation.Kind kind, String fromSource, String fromDestination, String toSource, String toDestination) {}

    private static final class Tally {
        boolean rule;
        long connections;
        long evidence;
        double chance = 1;
        long firstNanos = Long.MAX_VALUE;
        long lastNanos = Long.MIN_VALUE;

        void add(Tally other) {
            rule |= other.rule;
            connections += other.connections;
            evidence += other.evidence;
            chance *= other.chance;
            firstNanos = Math.min(firstNanos, other.firstNanos);
            lastNanos = Math.max(lastNanos, other.lastNanos);
        }

        Translation of(Shape shape) {
            return new Translation(
                    shape.kind,
                    shape.fromSource,
                    shape.fromDestination,
                    shape.toSource,
                    shape.toDestination,
                    connections,
                    evidence,
                    rule ? 1 : 1 - chance,
                    rule,
                    connections == 0 ? 0 : firstNanos,
                    connections == 0 ? 0 : lastNanos);
        }
    }

    /** Starts with nothing but what chance may show. */
    public TranslationDetector() {
        this(NatRules.NONE);
    }

    /** Starts with the rules of the operator, which are in the table whether or not anything is seen of them. */
    public TranslationDetector(NatRules rules) {
        this.rules = rules;
        for (int number = 0; number < rules.size(); number++) {
            Translation known = rules.translation(number);
            Tally tally = null;
            if (known != null) {
                Shape shape = new Shape(
                        known.kind(),
                        known.fromSource(),
                        known.fromDestination(),
                        known.toSource(),
                        known.toDestination());
                tally = tallies.computeIfAbsent(shape, key -> new Tally());
                tally.rule = true;
            }
            byRule.add(tally);
        }
    }

    /** What was found so far, for adding to it without changing this one. */
    public TranslationDetector copy() {
        TranslationDetector copy = new TranslationDetector(rules);
        tallies.forEach((shape, tally) ->
                copy.tallies.computeIfAbsent(shape, key -> new Tally()).add(tally));
        return copy;
    }

    /**
     * Adds a connection whose ends a rule of the operator told, because nobody saw its other side.
     *
     * @param number the rule's number, see {@link NatRules#find}
     * @param firstNanos corrected time of the first message to which the rule was applied
     * @param lastNanos corrected time of the last
     */
    public void addByRule(int number, long firstNanos, long lastNanos) {
        Tally tally = byRule.get(number);
        if (tally != null) {
            tally.connections++;
            tally.firstNanos = Math.min(tally.firstNanos, firstNanos);
            tally.lastNanos = Math.max(tally.lastNanos, lastNanos);
        }
    }

    /**
     * Adds a connection.
     *
     * @param from as seen on the side of the one who opened it
     * @param to as seen on the other side; the same connection, with other addresses or ports
     * @param transport IP protocol number
     * @param evidence messages that were seen on both sides, at least 1
     * @param firstNanos corrected time of the first of them
     * @param lastNanos corrected time of the last
     */
    public void add(FlowTuple from, FlowTuple to, int transport, long evidence, long firstNanos, long lastNanos) {
        boolean source = !from.source().equals(to.source());
        boolean destination = !from.destination().equals(to.destination());
        if (!source && !destination) {
            return;
        }
        Shape shape = shape(from, to, source, destination);
        Tally tally = tallies.get(shape);
        if (tally == null) {
            if (tallies.size() >= MAX_TRANSLATIONS) {
                return;
            }
            tally = new Tally();
            tallies.put(shape, tally);
        }
        tally.connections++;
        tally.evidence += evidence;
        tally.chance *=
                Math.pow(transport == IpProtocol.TCP ? TCP_CHANCE : UDP_CHANCE, (double) Math.min(evidence, 64));
        tally.firstNanos = Math.min(tally.firstNanos, firstNanos);
        tally.lastNanos = Math.max(tally.lastNanos, lastNanos);
    }

    /** A source port is ephemeral and varies; an end that is not rewritten is of no interest. */
    private static Shape shape(FlowTuple from, FlowTuple to, boolean source, boolean destination) {
        Translation.Kind kind = source && destination
                ? Translation.Kind.BOTH
                : source ? Translation.Kind.SOURCE : Translation.Kind.DESTINATION;
        return new Shape(
                kind,
                source ? from.source().withPort(Translation.ANY) : Translation.ANY,
                destination ? from.destination().toString() : Translation.ANY,
                source ? to.source().withPort(Translation.ANY) : Translation.ANY,
                destination ? to.destination().toString() : Translation.ANY);
    }

    /** The translations found, the most used first. */
    public List<Translation> translations() {
        List<Translation> found = new ArrayList<>();
        tallies.forEach((shape, tally) -> found.add(tally.of(shape)));
        found.sort(Comparator.comparingLong(Translation::connections)
                .reversed()
                .thenComparing(Translation::fromDestination)
                .thenComparing(Translation::toDestination)
                .thenComparing(Translation::fromSource)
                .thenComparing(Translation::toSource));
        return found;
    }
}
