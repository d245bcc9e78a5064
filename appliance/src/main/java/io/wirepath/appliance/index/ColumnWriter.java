package io.wirepath.appliance.index;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Writes columns into a file, each in as few bytes as its values need, and the same one once. Not thread-safe. */
final class ColumnWriter implements Closeable {

    private static final int BLOCK_BYTES = 1 << 20;
    private static final int U8_NONE = 0xff;
    private static final int U16_NONE = 0xffff;

    private final FileChannel file;
    private final Map<String, ObjectNode> written = new HashMap<>();
    private long[] longs = new long[0];
    private double[] doubles = new double[0];

    ColumnWriter(Path path) throws IOException {
        file = PrivateFiles.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void close() throws IOException {
        file.force(false);
        file.close();
    }

    /** Writes texts; says where. */
    ObjectNode texts(int size, IntFunction<@Nullable String> of) throws IOException {
        Map<String, Integer> codes = new HashMap<>();
        List<String> words = new ArrayList<>();
        ObjectNode column = wholes(size, event -> {
            String text = of.apply(event);
            if (text == null) {
                return EventColumn.NO_TIME;
            }
            Integer code = codes.get(text);
            if (code == null) {
                code = words.size();
                words.add(text);
                codes.put(text, code);
            }
            return code;
        });
        ObjectNode withWords = column.deepCopy();
        ArrayNode to = withWords.putArray("words");
        words.forEach(to::add);
        return withWords;
    }

    /** Writes whole numbers, of which {@link EventColumn#NO_TIME} is none. */
    ObjectNode wholes(int size, IntToLongFunction of) throws IOException {
        longs = longs.length < size ? new long[size] : longs;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        boolean same = true;
        for (int event = 0; event < size; event++) {
            long value = of.applyAsLong(event);
            longs[event] = value;
            same &= value == longs[0];
            if (value != EventColumn.NO_TIME) {
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
        if (same) {
            return constant(size == 0 ? EventColumn.NO_TIME : longs[0]);
        }
        ColumnKind kind = least >= 0 && greatest < U8_NONE
                ? ColumnKind.U8
                : least >= 0 && greatest < U16_NONE
                        ? ColumnKind.U16
                        : least > Integer.MIN_VALUE && greatest <= Integer.MAX_VALUE ? ColumnKind.I32 : ColumnKind.I64;
        return write(kind, size, (to, event) -> {
            long value = longs[event];
            boolean none = value == EventColumn.NO_TIME;
            switch (kind) {
                case U8 -> to.put((byte) (none ? U8_NONE : value));
                case U16 -> to.putShort((short) (none ? U16_NONE : value));
                case I32 -> to.putInt(none ? Integer.MIN_VALUE : (int) value);
                default -> to.putLong(value);
            }
        });
    }

    /** Writes quantities, of which NaN is none. */
    ObjectNode numbers(int size, IntToDoubleFunction of) throws IOException {
        doubles = doubles.length < size ? new double[size] : doubles;
        boolean whole = true;
        for (int event = 0; event < size; event++) {
            double value = of.applyAsDouble(event);
            doubles[event] = value;
            whole &= Double.isNaN(value)
                    || value == Math.rint(value)
                            && Math.abs(value) < 1L << 52
                            && Double.doubleToRawLongBits(value) != Long.MIN_VALUE;
        }
        if (whole) {
            double[] values = doubles;
            return wholes(size, event -> Double.isNaN(values[event]) ? EventColumn.NO_TIME : (long) values[event]);
        }
        return write(ColumnKind.F64, size, (to, event) -> to.putDouble(doubles[event]));
    }

    private static ObjectNode constant(long value) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kind", ColumnKind.CONSTANT.name())
                .put("value", value);
    }

    private interface Value {
        void put(ByteBuffer to, int event);
    }

    private ObjectNode write(ColumnKind kind, int size, Value value) throws IOException {
        long at = (file.position() + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        file.position(at);
        MessageDigest digest = digest();
        CRC32C sum = new CRC32C();
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int event = 0; event < size; event++) {
            value.put(block, event);
            if (block.remaining() < kind.bytes) {
                flush(block, digest, sum);
            }
        }
        flush(block, digest, sum);
        String same = kind + HexFormat.of().formatHex(digest.digest());
        ObjectNode known = written.get(same);
        if (known != null) {
            file.truncate(at).position(at);
            return known;
        }
        ObjectNode column = JsonNodeFactory.instance.objectNode();
        column.put("kind", kind.name()).put("at", at).put("size", size).put("sum", sum.getValue());
        written.put(same, column);
        return column;
    }

    private void flush(ByteBuffer block, MessageDigest digest, CRC32C sum) throws IOException {
        block.flip();
        digest.update(block.duplicate());
        sum.update(block.duplicate());
        while (block.hasRemaining()) {
            file.write(block);
        }
        block.clear();
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
