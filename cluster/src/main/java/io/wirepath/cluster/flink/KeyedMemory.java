package io.wirepath.cluster.flink;

import io.wirepath.cluster.slice.SnifferMemory;
import java.util.Collection;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

/** What is remembered of a sniffer, in Flink's state of the present key. */
final class KeyedMemory implements SnifferMemory {

    private static final TypeInformation<byte[]> BYTES = PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;

    /** By incarnation. */
    private final MapState<Long, Long> lastNumber;

    private final ValueState<Long> progress;
    private final ValueState<byte[]> run;
    private final ValueState<byte[]> counters;
    private final ValueState<Integer> nameCount;
    private final MapState<String, byte[]> names;
    private final MapState<Integer, byte[]> operations;
    private final MapState<Long, Boolean> begun;
    private final ListState<byte[]> missing;

    KeyedMemory(RuntimeContext of) {
        lastNumber = of.getMapState(new MapStateDescriptor<>("last-number", Types.LONG, Types.LONG));
        progress = of.getState(new ValueStateDescriptor<>("progress", Types.LONG));
        run = of.getState(new ValueStateDescriptor<>("run", BYTES));
        counters = of.getState(new ValueStateDescriptor<>("counters", BYTES));
        nameCount = of.getState(new ValueStateDescriptor<>("name-count", Types.INT));
        names = of.getMapState(new MapStateDescriptor<>("names", Types.STRING, BYTES));
        operations = of.getMapState(new MapStateDescriptor<>("operations", Types.INT, BYTES));
        begun = of.getMapState(new MapStateDescriptor<>("begun", Types.LONG, Types.BOOLEAN));
        missing = of.getListState(new ListStateDescriptor<>("missing", BYTES));
    }

    @Override
    public long lastNumber(UUID incarnation) throws Exception {
        Long last = lastNumber.get(key(incarnation));
        return last == null ? 0 : last;
    }

    @Override
    public void setLastNumber(UUID incarnation, long number) throws Exception {
        lastNumber.put(key(incarnation), number);
    }

    private static long key(UUID incarnation) {
        return incarnation.getMostSignificantBits() ^ incarnation.getLeastSignificantBits();
    }

    @Override
    public void addMissing(byte[] record) throws Exception {
        missing.add(record);
    }

    @Override
    public void forgetMissing() {
        missing.clear();
    }

    @Override
    public Iterable<byte[]> missing() throws Exception {
        return missing.get();
    }

    @Override
    public long progressNanos() throws Exception {
        Long nanos = progress.value();
        return nanos == null ? Long.MIN_VALUE : nanos;
    }

    @Override
    public void setProgressNanos(long nanos) throws Exception {
        progress.update(nanos);
    }

    @Override
    public byte @Nullable [] run() throws Exception {
        return run.value();
    }

    @Override
    public byte @Nullable [] counters() throws Exception {
        return counters.value();
    }

    @Override
    public void setRun(byte[] record) throws Exception {
        run.update(record);
    }

    @Override
    public void setCounters(byte @Nullable [] record) throws Exception {
        if (record == null) {
            counters.clear();
        } else {
            counters.update(record);
        }
    }

    @Override
    public void addName(String key, byte[] record) throws Exception {
        if (!names.contains(key)) {
            names.put(key, record);
            nameCount.update(nameCount() + 1);
        }
    }

    @Override
    public int nameCount() throws Exception {
        Integer count = nameCount.value();
        return count == null ? 0 : count;
    }

    @Override
    public void setOperation(int operation, byte[] record) throws Exception {
        operations.put(operation, record);
    }

    @Override
    public void forgetOperations() {
        operations.clear();
    }

    @Override
    public Iterable<byte[]> operations() throws Exception {
        return operations.values();
    }

    @Override
    public Iterable<byte[]> names() throws Exception {
        return names.values();
    }

    @Override
    public Collection<Long> begun() throws Exception {
        TreeSet<Long> slices = new TreeSet<>();
        begun.keys().forEach(slices::add);
        return slices;
    }

    @Override
    public boolean isBegun(long slice) throws Exception {
        return begun.contains(slice);
    }

    @Override
    public void begin(long slice) throws Exception {
        begun.put(slice, true);
    }

    @Override
    public void end(long slice) throws Exception {
        begun.remove(slice);
    }
}
