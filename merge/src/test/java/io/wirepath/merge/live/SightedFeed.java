package io.wirepath.merge.live;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;

import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.SightedSpool.Document;
import io.wirepath.merge.match.PastMessages;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Brings the documents of spools to a live merge as time goes by, for tests: each with the lag of its sniffer,
 * interleaved by chance. Keeps what comes out as a store would that a kill cuts anywhere: messages with what they
 * consumed, and checkpoints.
 */
final class SightedFeed implements MergedSink {

    /** What was kept, in its order. */
    record Kept(Message message, long digest, long uncertainty, List<long[]> consumed, byte[] checkpoint) {}

    static final long STEP_NANOS = 100 * MILLI;

    final List<Kept> kept = new ArrayList<>();
    final List<SightedSpool> spools;
    final long[] lagNanos;
    final long[] deafFrom;
    private final long[] joinsAt;
    private final Random random;
    private final int[] next;
    private Supplier<PastMessages> past = () -> PastMessages.NONE;
    private Runnable beforeCheckpoint = () -> {};
    LiveMerge merge;
    long nowNanos;
    int most;

    SightedFeed(long seed, SightedSpool... spools) {
        random = new Random(seed);
        this.spools = List.of(spools);
        lagNanos = new long[spools.length];
        deafFrom = new long[spools.length];
        java.util.Arrays.fill(deafFrom, Long.MAX_VALUE);
        joinsAt = new long[spools.length];
        next = new int[spools.length];
    }

    /** What was given out is remembered by this, which is synced before each checkpoint. */
    SightedFeed remembering(Supplier<PastMessages> with, Runnable sync) {
        past = with;
        beforeCheckpoint = sync;
        return this;
    }

    /** Starts the merge, from what is kept if anything is. */
    SightedFeed start(LiveMergeSettings settings) {
        Checkpoint from = Checkpoint.empty();
        for (Kept each : kept) {
            if (each.checkpoint != null) {
                from = Checkpoint.decode(each.checkpoint);
            }
            if (each.message != null) {
                from.reach(Math.max(each.message.sent(), each.message.received()));
            }
            for (long[] sighting : each.consumed) {
                from.mark((int) sighting[0], sighting[1]);
            }
        }
        merge = LiveMerge.resume(from, settings, past.get(), this);
        for (int i = 0; i < spools.size(); i++) {
            if (joinsAt[i] > nowNanos) {
                continue;
            }
            int source = merge.source(spools.get(i).name, spools.get(i).incarnation);
            next[i] = 0;
            List<Document> documents = spools.get(i).documents;
            while (next[i] < documents.size() && documents.get(next[i]).number() < merge.replayFrom(source)) {
                next[i]++;
            }
        }
        keepCheckpoint();
        return this;
    }

    /** The spool of this sniffer is found at this moment only. */
    void joins(int sniffer, long trueNanos) {
        joinsAt[sniffer] = trueNanos;
    }

    /** What was kept of the last moments before a kill is gone, but nothing between. */
    void cut(int size) {
        while (kept.size() > size) {
            kept.remove(kept.size() - 1);
        }
    }

    /** Lets time go by to a true moment. */
    SightedFeed until(long trueNanos) {
        if (nowNanos == 0) {
            nowNanos = spools.stream()
                            .mapToLong(spool -> spool.documents.get(0).trueNanos())
                            .min()
                            .orElseThrow()
                    - STEP_NANOS;
        }
        while (nowNanos < trueNanos) {
            nowNanos += STEP_NANOS;
            deliver();
            merge.advance(nowNanos);
            if (nowNanos % SECOND < STEP_NANOS) {
                most = Math.max(most, merge.status().held() + merge.status().open());
            }
        }
        return this;
    }

    private void deliver() {
        List<Integer> due = new ArrayList<>();
        for (int i = 0; i < spools.size(); i++) {
            if (joinsAt[i] <= nowNanos) {
                due.add(i);
            }
            if (joinsAt[i] > 0 && joinsAt[i] <= nowNanos) {
                joinsAt[i] = 0;
                merge.source(spools.get(i).name, spools.get(i).incarnation);
                keepCheckpoint();
            }
        }
        while (!due.isEmpty()) {
            int i = due.get(random.nextInt(due.size()));
            List<Document> documents = spools.get(i).documents;
            int source = merge.source(spools.get(i).name, spools.get(i).incarnation);
            int burst = 1 + random.nextInt(30);
            while (burst-- > 0 && isDue(i) && merge.takes(source)) {
                SightedSpool.give(documents.get(next[i]++), merge, source);
            }
            if (!isDue(i) || !merge.takes(source)) {
                due.remove((Integer) i);
            }
        }
    }

    private boolean isDue(int i) {
        List<Document> documents = spools.get(i).documents;
        return next[i] < documents.size()
                && documents.get(next[i]).trueNanos() + lagNanos[i] <= nowNanos
                && documents.get(next[i]).trueNanos() + lagNanos[i] < deafFrom[i];
    }

    /** Gives the memory back of what was delivered and kept. */
    void forget() {
        kept.clear();
        for (int i = 0; i < next.length; i++) {
            List<Document> documents = spools.get(i).documents;
            documents.subList(0, next[i] - 1).clear();
            next[i] = 1;
        }
    }

    /** Keeps a checkpoint, as if in the same log as the messages. */
    void keepCheckpoint() {
        beforeCheckpoint.run();
        kept.add(new Kept(null, 0, 0, List.of(), merge.checkpoint().encode()));
    }

    @Override
    public void onMessage(MessageRecord message, Consumed consumed) {
        List<long[]> sightings = new ArrayList<>();
        for (int i = 0; i < consumed.size(); i++) {
            sightings.add(new long[] {consumed.source(i), consumed.number(i)});
        }
        long uncertainty = message.sentUncertaintyNanos() + message.receivedUncertaintyNanos();
        kept.add(new Kept(SightedNetwork.message(message), message.digest(), uncertainty, sightings, null));
    }

    @Override
    public void onCopies(Consumed copies) {
        List<long[]> sightings = new ArrayList<>();
        for (int i = 0; i < copies.size(); i++) {
            sightings.add(new long[] {copies.source(i), copies.number(i)});
        }
        kept.add(new Kept(null, 0, 0, sightings, null));
    }

    /** The messages that were kept, by digest. */
    Map<Long, List<Kept>> byDigest() {
        Map<Long, List<Kept>> all = new HashMap<>();
        for (Kept each : kept) {
            if (each.message != null) {
                all.computeIfAbsent(each.digest, digest -> new ArrayList<>()).add(each);
            }
        }
        return all;
    }
}
