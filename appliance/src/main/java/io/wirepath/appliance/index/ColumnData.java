package io.wirepath.appliance.index;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Whole numbers or quantities of a column, as they stand in the file. Immutable; safe to share. */
abstract class ColumnData implements EventColumn {

    /** A whole number; {@link EventColumn#NO_TIME} for none. */
    abstract long whole(int event);

    /** Whether all values are this, and none has to be looked at to know. */
    boolean isAlways(long value) {
        return false;
    }

    @Override
    public double number(int event) {
        long value = whole(event);
        return value == EventColumn.NO_TIME ? Double.NaN : value;
    }

    /**
     * The column of so many values that stands in the mapped file; checks that it lies within. Its values are checked
     * by {@link #opened}.
     */
    static ColumnData of(ByteBuffer file, JsonNode column, int count) throws IOException {
        ColumnKind kind = ColumnKind.valueOf(column.path("kind").asText());
        if (kind == ColumnKind.CONSTANT) {
            return new Constant(column.path("value").asLong());
        }
        long at = column.path("at").asLong();
        long bytes = (long) count * kind.bytes;
        if (column.path("size").asLong() != count) {
            throw new IOException("a column has more or fewer values than there are events");
        }
        if (at < 0 || bytes <= 0 || at > file.limit() - bytes) {
            throw new IOException("a column lies outside its file");
        }
        ByteBuffer map = file.slice((int) at, (int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        long sum = column.path("sum").asLong();
        return switch (kind) {
            case U8 -> new Bytes(map, sum);
            case U16 -> new Shorts(map, sum);
            case I32 -> new Ints(map, sum);
            case F64 -> new Doubles(map, sum);
            default -> new Longs(map, sum);
        };
    }

    /** A column whose values are checked. */
    static ColumnData checked(ByteBuffer file, JsonNode column, int count) throws IOException {
        ColumnData own = of(file, column, count);
        own.opened();
        return own;
    }

    /** Values in a file, with the sum of their bytes. */
    private abstract static class Mapped extends ColumnData {
        final ByteBuffer values;
        private final long sum;
        private boolean isChecked;

        Mapped(ByteBuffer values, long sum) {
            this.values = values;
            this.sum = sum;
        }

        @Override
        public EventColumn opened() {
            if (!isChecked) {
                CRC32C found = new CRC32C();
                found.update(values.duplicate());
                if (found.getValue() != sum) {
                    throw new UncheckedIOException(new IOException("a column is damaged"));
                }
                isChecked = true;
            }
            return this;
        }
    }

    /** A whole number that must be at least {@code from} and below {@code to}. */
    static int within(long value, int from, int to) {
        if (value < from || value >= to) {
            throw new UncheckedIOException(new IOException(
                    "its description makes no sense: " + value + " is none of " + from + " to " + (to - 1L)));
        }
        return (int) value;
    }

    @Override
    public long time(int event) {
        return whole(event);
    }

    @Override
    public boolean truth(int event) {
        return whole(event) == 1;
    }

    /** The values of a field; texts stand as numbers of words. */
    EventColumn column(ValueType type, String[] words) {
        return type == ValueType.TEXT ? new Texts(this, words) : this;
    }

    private record Texts(ColumnData codes, String[] words) implements EventColumn {

        @Override
        public EventColumn opened() {
            codes.opened();
            return this;
        }

        @Override
        public @Nullable String text(int event) {
            long code = codes.whole(event);
            return code == EventColumn.NO_TIME ? null : words[within(code, 0, words.length)];
        }
    }

    private static final class Constant extends ColumnData {
        private final long value;

        Constant(long value) {
            this.value = value;
        }

        @Override
        boolean isAlways(long other) {
            return value == other;
        }

        @Override
        long whole(int event) {
            return value;
        }
    }

    private static final class Bytes extends Mapped {
        Bytes(ByteBuffer values, long sum) {
            super(values, sum);
        }

        @Override
        long whole(int event) {
            int value = values.get(event) & 0xff;
            return value == 0xff ? EventColumn.NO_TIME : value;
        }
    }

    private static final class Shorts extends Mapped {
        Shorts(ByteBuffer values, long sum) {
            super(values, sum);
        }

        @Override
        long whole(int event) {
            int value = values.getShort(event * Short.BYTES) & 0xffff;
            return value == 0xffff ? EventColumn.NO_TIME : value;
        }
    }

    private static final class Ints extends Mapped {
        Ints(ByteBuffer values, long sum) {
            super(values, sum);
        }

        @Override
        long whole(int event) {
            int value = values.getInt(event * Integer.BYTES);
            return value == Integer.MIN_VALUE ? EventColumn.NO_TIME : value;
        }
    }

    private static final class Longs extends Mapped {
        Longs(ByteBuffer values, long sum) {
            super(values, sum);
        }

        @Override
        long whole(int event) {
            return values.getLong(event * Long.BYTES);
        }
    }

    private static final class Doubles extends Mapped {
        Doubles(ByteBuffer values, long sum) {
            super(values, sum);
        }

        @Override
        long whole(int event) {
            return Math.round(number(event));
        }

        @Override
        public double number(int event) {
            return values.getDouble(event * Double.BYTES);
        }
    }
}
