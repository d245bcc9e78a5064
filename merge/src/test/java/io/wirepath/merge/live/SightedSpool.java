package io.wirepath.merge.live;

import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.merge.reconcile.SightedNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * What a sniffer's spool holds, for tests: a start, sightings in the order in which they were complete, some of them
 * seconds after their last byte, and the progress every second.
 */
final class SightedSpool {

    final String name;
    final UUID incarnation;
    final List<Document> documents = new ArrayList<>();

    enum Kind {
        START,
        RECORD,
        PROGRESS,
        END
    }

    /** A document with the true moment at which it was written. */
    record Document(Kind kind, long number, long trueNanos, long shownNanos, ByteBuffer record) {}

    SightedSpool(String name, UUID incarnation) {
        this.name = name;
        this.incarnation = incarnation;
    }

    /** Appends a run of the sniffer with what it has recorded, and takes the records away. */
    SightedSpool run(SightedNetwork network, int sniffer, long seed, boolean ends) {
        boolean begins = documents.isEmpty() || documents.get(documents.size() - 1).kind == Kind.END;
        Random random = new Random(seed);
        record Timed(long shown, ByteBuffer record) {}
        List<Timed> order = new ArrayList<>();
        for (ByteBuffer record : network.records(sniffer)) {
            long pause = random.nextInt(100) == 0 ? 5 * SECOND : 0;
            order.add(new Timed(HeldSightings.completeNanos(record, 0) + pause, record));
        }
        network.records(sniffer).clear();
        order.sort(Comparator.comparingLong(Timed::shown));
        if (begins) {
            add(Kind.START, network, sniffer, order.get(0).shown, null);
        }
        long progress = order.get(0).shown;
        for (Timed timed : order) {
            for (; progress <= timed.shown; progress += SECOND) {
                add(Kind.PROGRESS, network, sniffer, progress, null);
            }
            add(Kind.RECORD, network, sniffer, timed.shown, timed.record);
        }
        add(Kind.PROGRESS, network, sniffer, progress, null);
        if (ends) {
            add(Kind.END, network, sniffer, progress, null);
        }
        return this;
    }

    /** The sniffer stops in order. */
    void end() {
        Document last = documents.get(documents.size() - 1);
        documents.add(new Document(Kind.END, last.number + 1, last.trueNanos, last.shownNanos, null));
    }

    private void add(Kind kind, SightedNetwork network, int sniffer, long shown, ByteBuffer record) {
        // numbers between are of documents that do not matter
        long number = documents.isEmpty() ? 1 : documents.get(documents.size() - 1).number + 1 + documents.size() % 2;
        documents.add(new Document(kind, number, network.trueNanos(sniffer, shown), shown, record));
    }

    /** Hands a document over. */
    static void give(Document document, LiveMerge merge, int source) {
        switch (document.kind) {
            case START -> merge.start(source, document.number);
            case RECORD -> merge.offer(source, document.number, document.record, 0);
            case PROGRESS -> merge.progress(source, document.number, document.shownNanos);
            case END -> merge.end(source, document.number);
        }
    }

    /** How many sightings it holds. */
    long sightings() {
        return documents.stream()
                .filter(document -> document.kind == Kind.RECORD && !ConnectionEnd.isAt(document.record, 0))
                .count();
    }
}
