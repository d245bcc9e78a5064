package io.wirepath.appliance.index;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.ValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    /** The column that stands in the mapped file; checks that it lies within. */
    static ColumnData of(ByteBuffer file, JsonNode column) throws IOException {
        ColumnKind kind = ColumnKind.valueOf(column.path("kind").asText());
        if (kind == ColumnKind.CONSTANT) {
            return new Constant(column.path("value").asLong());
        }
        long at = column.path("at").asLong();
        long bytes = column.path("size").asLong() * kind.bytes;
        if (at < 0 || bytes <= 0 || at + bytes > file.limit()) {
            throw new IOException("a column lies outside its file; make the index anew");
        }
        ByteBuffer map = file.slice((int) at, (int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (kind) {
            case U8 -> new Bytes(map);
            case U16 -> new Shorts(map);
            case I32 -> new Ints(map);
            case F64 -> new Doubles(map);
            default -> new Longs(map);
        };
    }

    @Override
    public long time(int event) {
        return whole(event);
    }

    @Override
    public boolean truth(int event) {
        return whole(event) == 1;
    }

    /** The values of a field. */
    EventColumn column(ValueType type, String @Nullable [] words) {
        return switch (type) {
            case TEXT ->
                EventColumn.texts(event -> {
                    long code = whole(event);
                    return code == EventColumn.NO_TIME || words == null ? null : words[(int) code];
                });
            default -> this;
        };
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

    private static final class Bytes extends ColumnData {
        private final ByteBuffer values;

        Bytes(ByteBuffer values) {
            this.values = values;
        }

        @Override
        long whole(int event) {
            int value = values.get(event) & 0xff;
            return value == 0xff ? EventColumn.NO_TIME : value;
        }
    }

    private static final class Shorts extends ColumnData {
        private final ByteBuffer values;

        Shorts(ByteBuffer values) {
            this.values = values;
        }

        @Override
        long whole(int event) {
            int value = values.getShort(event * Short.BYTES) & 0xffff;
            return value == 0xffff ? EventColumn.NO_TIME : value;
        }
    }

    private static final class Ints extends ColumnData {
        private final ByteBuffer values;

        Ints(ByteBuffer values) {
            this.values = values;
        }

        @Override
        long whole(int event) {
            int value = values.getInt(event * Integer.BYTES);
            return value == Integer.MIN_VALUE ? EventColumn.NO_TIME : value;
        }
    }

    private static final class Longs extends ColumnData {
        private final ByteBuffer values;

        Longs(ByteBuffer values) {
            this.values = values;
        }

        @Override
        long whole(int event) {
            return values.getLong(event * Long.BYTES);
        }
    }

    private static final class Doubles extends ColumnData {
        private final ByteBuffer values;

        Doubles(ByteBuffer values) {
            this.values = values;
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
