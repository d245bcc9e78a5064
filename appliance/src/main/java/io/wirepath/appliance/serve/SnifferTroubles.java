package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.causes.MessageTable;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.live.MergeStatus.State;
import io.wirepath.merge.spool.SpoolCounter;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.Counter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells what is wrong with the sniffers, as findings: without one, no news is no good news. Used by one thread.
 *
 * <pre>
 *  sniffer-silent   not heard of for {@value #SILENCE_SECONDS} s, or stopped while it watched
 *  sniffer-late     so far behind that the merge does not wait for it
 *  sniffer-disk     its disk took no more within the last minute
 *  sniffer-loses    it lost frames within the last minute
 *  sniffer-clock    its clock was set within the last minute
 * </pre>
 */
final class SnifferTroubles {

    /** What all their kinds begin with. */
    static final String KIND = "sniffer-";

    /** A sniffer tells something every ten seconds, whatever the traffic. */
    private static final int SILENCE_SECONDS = 15;

    private static final long SECOND = 1_000_000_000L;

    /** What happened so long ago is over; and who was so far behind when it stopped had replayed a capture. */
    private static final long RECENT_NANOS = 60 * SECOND;

    private static final Set<Counter> LOST = Set.of(
            CaptureCounter.DROPPED_RING_FULL, CaptureCounter.DROPPED_BY_KERNEL, CaptureCounter.DROPPED_BY_INTERFACE);

    private static final String PROBLEM = "problem";
    private static final String NOTICE = "notice";

    private final Map<String, Growth> growths = new HashMap<>();
    private final Silences silences;

    SnifferTroubles(Silences silences) {
        this.silences = silences;
    }

    /** A number of a sniffer, and when it began to grow and last grew. */
    private static final class Growth {
        private long value = Long.MAX_VALUE;
        private long sinceNanos;
        private long lastNanos = MessageTable.NIL;

        boolean isRecent(long nowNanos) {
            return lastNanos != MessageTable.NIL && nowNanos - lastNanos < RECENT_NANOS;
        }

        void take(long next, long nowNanos) {
            if (next > value) {
                sinceNanos = isRecent(nowNanos) ? sinceNanos : nowNanos;
                lastNanos = nowNanos;
            }
            value = next;
        }
    }

    /**
     * Everything that is wrong now.
     *
     * @param nowNanos the present moment by the clock that the merge goes by, ns since the epoch
     */
    List<ObjectNode> of(MergeView view, long nowNanos) {
        silences.look(view.status().sniffers(), nowNanos);
        List<ObjectNode> all = new ArrayList<>();
        for (int i = 0; i < view.sniffers().size(); i++) {
            SnifferStatus status = view.status().sniffers().get(i);
            SnifferLedger.Entry entry = view.sniffers().get(i);
            String name = status.name();
            long heard = status.heardNanos();
            boolean isSilent = silences.nanos(name) > SILENCE_SECONDS * SECOND;
            if (status.state() == State.ENDED ? hadWatched(status) : isSilent) {
                String what = status.state() == State.ENDED ? " was stopped at " : " has not been heard of since ";
                String title = "Sniffer " + name + what + LoggedFinding.second(heard) + ": what it sees is missing";
                all.add(trouble(PROBLEM, "silent", name, title, heard));
            } else if (status.state() == State.LATE) {
                String title = "Sniffer " + name + " is far behind: what it sees comes too late to be told in time";
                all.add(trouble(PROBLEM, "late", name, title, nowNanos - status.behindNanos()));
            }
            long kept = count(entry, Set.of(SpoolCounter.SPOOL_DOCUMENTS_NOT_KEPT));
            String full = "The disk of sniffer " + name + " is full: what it sees is lost";
            add(all, PROBLEM, "disk", name, full, growth("disk " + name, kept, nowNanos));
            String loses = "Sniffer " + name + " loses frames: it gets more than it can take";
            add(all, NOTICE, "loses", name, loses, growth("loses " + name, count(entry, LOST), nowNanos));
            String set = "The clock of sniffer " + name + " was set";
            add(all, NOTICE, "clock", name, set, growth("clock " + name, status.clockSteps(), nowNanos));
        }
        return all;
    }

    private static boolean hadWatched(SnifferStatus status) {
        return status.progressNanos() != MessageTable.NIL
                && status.heardNanos() - status.progressNanos() < RECENT_NANOS;
    }

    private static long count(SnifferLedger.Entry entry, Set<? extends Counter> of) {
        return entry.counters().stream()
                .filter(own -> of.contains(own.counter()))
                .mapToLong(own -> own.value())
                .sum();
    }

    /** When it began to grow; null where it does not. */
    private @Nullable Long growth(String what, long value, long nowNanos) {
        Growth growth = growths.computeIfAbsent(what, unseen -> new Growth());
        growth.take(value, nowNanos);
        return growth.isRecent(nowNanos) ? growth.sinceNanos : null;
    }

    private static void add(
            List<ObjectNode> to, String severity, String kind, String sniffer, String title, @Nullable Long since) {
        if (since != null) {
            to.add(trouble(severity, kind, sniffer, title, since));
        }
    }

    private static ObjectNode trouble(String severity, String kind, String sniffer, String title, long sinceNanos) {
        ObjectNode finding = JsonNodeFactory.instance.objectNode();
        finding.put("severity", severity).put("kind", KIND + kind).put("title", title);
        finding.put("detail", "Capture health tells how far each sniffer is, and all its counters.");
        finding.putArray("nodes").add(sniffer);
        return finding.put("onsetNanos", sinceNanos);
    }
}
