package io.wirepath.imports;

import io.wirepath.flows.ForwardingSink;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.merge.sample.ContentKey;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What the captures of a run saw, for the traces of the same run: these may tell of the same messages. Rows are
 * numbered in the order in which they came. Bounded: what comes after is not kept, and {@link #isFull} says so. Not
 * thread-safe.
 */
public final class CapturedMessages {

    private static final int CHUNK_ROWS = 1 << 10;

    /** This part of the heap at most. */
    private static final int HEAP_PART = 4;

    /** Messages that a sniffer saw from one address to another. */
    record Way(int sniffer, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {

        static Way of(int sniffer, ImportedEnd source, ImportedEnd destination) {
            return new Way(sniffer, source.high(), source.low(), destination.high(), destination.low());
        }
    }

    /** Messages that a sniffer saw from one end of connections, or to it. */
    private record End(int sniffer, long high, long low, int port, boolean sends) {}

    private record Host(int sniffer, long high, long low) {}

    private record Call(int sniffer, long connection, long number) {}

    private final long mostRows;
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private final IntArrayList snifferOf = new IntArrayList();
    private final Map<Way, IntArrayList> ways = new HashMap<>();
    private final Map<Call, Integer> answers = new HashMap<>();
    private int sniffers;
    private boolean full;

    /** Rows by one end; made when somebody asks for it. */
    private @Nullable Map<End, IntArrayList> ends;

    private final Set<Host> hosts = new HashSet<>();

    /** As many as fit into a quarter of this JVM's heap. */
    public CapturedMessages() {
        this(Runtime.getRuntime().maxMemory() / HEAP_PART / SightingCodec.LENGTH);
    }

    CapturedMessages(long mostRows) {
        this.mostRows = mostRows;
    }

    /** Hands on what a capture's sniffer saw, and notes it. */
    public SightingSink watch(int sniffer, SightingSink to) {
        sniffers = Math.max(sniffers, sniffer + 1);
        return new ForwardingSink(to) {
            @Override
            public void onSighting(Sighting sighting) {
                add(sniffer, sighting);
                super.onSighting(sighting);
            }
        };
    }

    private void add(int sniffer, Sighting sighting) {
        int row = snifferOf.size();
        full |= row >= mostRows;
        if (full || Outcome.isOfConnection(sighting.outcome())) {
            return;
        }
        if (row % CHUNK_ROWS == 0) {
            chunks.add(ByteBuffer.allocate(CHUNK_ROWS * SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN));
        }
        chunks.get(row / CHUNK_ROWS).put(at(row), sighting.bytes(), sighting.offset(), SightingCodec.LENGTH);
        snifferOf.addInt(sniffer);
        Way way = new Way(
                sniffer,
                sighting.sourceHigh(),
                sighting.sourceLow(),
                sighting.destinationHigh(),
                sighting.destinationLow());
        ways.computeIfAbsent(way, unseen -> new IntArrayList()).addInt(row);
        if (sighting.role() == Role.RESPONSE && sighting.callId() != SightingCodec.NO_CALL_ID) {
            answers.putIfAbsent(new Call(sniffer, sighting.connection(), sighting.callId()), row);
        }
    }

    private static int at(int row) {
        return row % CHUNK_ROWS * SightingCodec.LENGTH;
    }

    /** Whether some of what captures saw was not kept. */
    public boolean isFull() {
        return full;
    }

    /** Numbers of sniffers are below this. */
    int sniffers() {
        return sniffers;
    }

    /** Senders and receivers, by sniffer. */
    Iterable<Way> ways() {
        return ways.keySet();
    }

    /** Rows of a way, in order of time. */
    IntArrayList rows(Way way) {
        return ways.getOrDefault(way, new IntArrayList());
    }

    /** Rows from an end of connections, or to it, in order of time. */
    IntArrayList rows(int sniffer, ImportedEnd end, boolean sends) {
        Map<End, IntArrayList> known = ends;
        if (known == null) {
            known = byEnd();
            ends = known;
        }
        return known.getOrDefault(new End(sniffer, end.high(), end.low(), end.port(), sends), new IntArrayList());
    }

    /** Whether a sniffer saw an address. */
    boolean saw(int sniffer, ImportedEnd end) {
        if (hosts.isEmpty()) {
            for (Way way : ways.keySet()) {
                hosts.add(new Host(way.sniffer(), way.sourceHigh(), way.sourceLow()));
                hosts.add(new Host(way.sniffer(), way.destinationHigh(), way.destinationLow()));
            }
        }
        return hosts.contains(new Host(sniffer, end.high(), end.low()));
    }

    private Map<End, IntArrayList> byEnd() {
        Map<End, IntArrayList> found = new HashMap<>();
        Sighting at = new Sighting();
        for (int row = 0; row < snifferOf.size(); row++) {
            Sighting own = row(row, at);
            int sniffer = snifferOf.getInt(row);
            End from = new End(sniffer, own.sourceHigh(), own.sourceLow(), own.sourcePort(), true);
            End to = new End(sniffer, own.destinationHigh(), own.destinationLow(), own.destinationPort(), false);
            found.computeIfAbsent(from, unseen -> new IntArrayList()).addInt(row);
            found.computeIfAbsent(to, unseen -> new IntArrayList()).addInt(row);
        }
        return found;
    }

    /** Points a flyweight at a row. */
    Sighting row(int row, Sighting at) {
        return at.wrap(chunks.get(row / CHUNK_ROWS), at(row));
    }

    /** When the first byte passed the row's sniffer, by its clock. */
    long timeNanos(int row) {
        return chunks.get(row / CHUNK_ROWS).getLong(at(row) + SightingCodec.FIRST_BYTE_AT);
    }

    /** The sniffer that saw a row. */
    int sniffer(int row) {
        return snifferOf.getInt(row);
    }

    /** The same for all sniffers that saw the message. */
    long contentKey(int row) {
        return ContentKey.of(chunks.get(row / CHUNK_ROWS), at(row));
    }

    /** Row of the response to a request; -1 if its sniffer saw none. */
    int answer(int row, Sighting at) {
        Sighting request = row(row, at);
        return request.callId() == SightingCodec.NO_CALL_ID
                ? -1
                : answers.getOrDefault(new Call(sniffer(row), request.connection(), request.callId()), -1);
    }
}
