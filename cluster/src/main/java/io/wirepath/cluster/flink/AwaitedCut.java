package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.spool.SpoolDocument;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * {@link SliceCutter}, that lets no watermark pass which is beyond a sniffer that it knows.
 *
 * <p>Watermarks are made where partitions are read, and a reader that has none is idle. At the start, and after every
 * failure, partitions are given out one after the other: all of one sniffer may be read while nobody reads the next, an
 * idle reader stays idle until what it is given tells a first watermark, and one that is behind by then is not waited
 * for. What it brings would be late. So here the known sniffers are waited for by name: those of the {@link
 * JobSettings}, those that were heard, and after a failure those of the state. One that ended is not, nor one that was
 * silent for half of the time that makes a sniffer silent since readers go on without it.
 */
final class AwaitedCut extends KeyedProcessOperator<String, byte[], byte[]> {

    private static final long serialVersionUID = 1;
    private static final long LOOK_MILLIS = 200;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final JobSettings settings;
    private transient ListState<String> kept;
    private transient Map<String, Waited> known;
    private transient long readMillis;
    private transient long emittedMillis;
    private transient WatermarkStatus readStatus;
    private transient WatermarkStatus emittedStatus;

    /** A sniffer, how far it came, and how long it is still waited for. */
    private static final class Waited {
        private long comeMillis = Long.MIN_VALUE;
        private long patienceMillis;

        Waited(long patienceMillis) {
            this.patienceMillis = patienceMillis;
        }
    }

    @SuppressWarnings("NullAway.Init") // what is transient is there after initializeState()
    AwaitedCut(JobSettings settings) {
        super(new SliceCutter(settings));
        this.settings = settings;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        known = new TreeMap<>();
        readMillis = Long.MIN_VALUE;
        emittedMillis = Long.MIN_VALUE;
        readStatus = WatermarkStatus.ACTIVE;
        emittedStatus = WatermarkStatus.ACTIVE;
        kept = context.getOperatorStateStore().getUnionListState(new ListStateDescriptor<>("sniffers", Types.STRING));
        Iterable<String> sniffers = context.isRestored() ? kept.get() : settings.awaited();
        for (String sniffer : sniffers) {
            if (isHere(sniffer)) {
                known.put(sniffer, new Waited(patienceMillis()));
            }
        }
    }

    /** Whether the documents of this sniffer come to this task. */
    private boolean isHere(String sniffer) {
        var task = getRuntimeContext().getTaskInfo();
        return task.getIndexOfThisSubtask()
                == KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        sniffer, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
    }

    private long patienceMillis() {
        return settings.idleNanos() / 2 / NANOS_PER_MILLI;
    }

    @Override
    public void open() throws Exception {
        super.open();
        lookLater();
    }

    private void lookLater() {
        long now = getProcessingTimeService().getCurrentProcessingTime();
        Future<?> unused = getProcessingTimeService().registerTimer(now + LOOK_MILLIS, time -> look());
    }

    /** Counts looks and not the clock: while this task itself is slow, nobody's silence is told by it. */
    private void look() {
        for (String sniffer : List.copyOf(known.keySet())) {
            Waited own = known.get(sniffer);
            if (own != null && own.comeMillis < readMillis) {
                own.patienceMillis -= LOOK_MILLIS;
                if (own.patienceMillis <= 0) {
                    known.remove(sniffer);
                }
            }
        }
        tell();
        lookLater();
    }

    @Override
    public void processElement(StreamRecord<byte[]> element) throws Exception {
        super.processElement(element);
        String sniffer = (String) getCurrentKey();
        ByteBuffer document = SightingRecord.document(element.getValue());
        int kind = SpoolDocument.kind(document);
        if (kind == SpoolDocument.END) {
            known.remove(sniffer);
            return;
        }
        Waited own = known.computeIfAbsent(sniffer, unheard -> new Waited(0));
        own.patienceMillis = patienceMillis();
        if (kind == SpoolDocument.PROGRESS) {
            own.comeMillis = Math.max(own.comeMillis, SnifferWatermark.comeMillis(sniffer, document, settings));
        }
    }

    @Override
    public void processWatermark(Watermark mark) {
        readMillis = Math.max(readMillis, mark.getTimestamp());
        tell();
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) {
        readStatus = status;
        tell();
    }

    private void tell() {
        boolean ends = readMillis == Long.MAX_VALUE;
        long come = readMillis;
        for (Waited own : known.values()) {
            come = ends ? come : Math.min(come, own.comeMillis);
        }
        if (come > emittedMillis) {
            tell(WatermarkStatus.ACTIVE);
            emittedMillis = come;
            output.emitWatermark(new Watermark(come));
        }
        // a task that was idle for a moment is not waited for when it comes back and is behind
        tell(known.isEmpty() ? readStatus : WatermarkStatus.ACTIVE);
    }

    private void tell(WatermarkStatus status) {
        if (!status.equals(emittedStatus)) {
            emittedStatus = status;
            output.emitWatermarkStatus(status);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        kept.clear();
        for (String sniffer : known.keySet()) {
            kept.add(sniffer);
        }
    }
}
