package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.history.MessageHistory;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.MergedSink;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.NodeNames;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes what the merge emits: keeps messages, offers them to the windows, and remembers names and clocks. */
final class MergedMessages implements MergedSink {

    private final NodeNames names;
    private final MessageHistory history;
    private final SlidingWindows windows;
    private Map<String, String> resolved = Map.of();
    private boolean namesAreNew = true;
    private long nowNanos = Long.MIN_VALUE;
    private @Nullable MergeResult learnt;

    MergedMessages(NodeNames names, MessageHistory history, SlidingWindows windows) {
        this.names = names;
        this.history = history;
        this.windows = windows;
    }

    @Override
    public void onMessage(MessageRecord message, Consumed consumed) {
        history.onMessage(message, consumed);
        windows.offer(message);
    }

    @Override
    public void onCopies(Consumed copies) {
        history.onCopies(copies);
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        names.add(addressHigh, addressLow, name, origin);
        namesAreNew = true;
    }

    @Override
    public void onLearnt(MergeResult result) {
        learnt = result;
    }

    /** These {@linkplain NameFile#lines lines} name addresses from now on, and none that was told before. */
    void hosts(List<String> lines) {
        names.forget(NameOrigin.HOSTS_FILE);
        NameFile.read(lines, "names", names);
        namesAreNew = true;
    }

    /** These are the names that whoever knows some tells of from now on, as {@link #hosts}. */
    void asked(List<String> lines) {
        names.forget(NameOrigin.ASKED);
        NameFile.read(lines, "names that were asked for", NameOrigin.ASKED, names);
        namesAreNew = true;
    }

    /** Says that all before this time has come: names age. */
    void onTime(long nanos) {
        nowNanos = nanos;
        namesAreNew |= names.onTime(nanos);
    }

    NodeNames names() {
        return names;
    }

    /** Name by address, as text. */
    Map<String, String> resolvedNames() {
        if (namesAreNew) {
            resolved =
                    names.resolve(nowNanos == Long.MIN_VALUE ? TimeSpan.ALWAYS : new TimeSpan(nowNanos, nowNanos + 1));
            namesAreNew = false;
        }
        return resolved;
    }

    /** The same as they were when they were asked for last. */
    Map<String, String> latestNames() {
        return resolved;
    }

    /** What the merge learnt last; null before it learnt anything. */
    @Nullable
    MergeResult learnt() {
        return learnt;
    }
}
