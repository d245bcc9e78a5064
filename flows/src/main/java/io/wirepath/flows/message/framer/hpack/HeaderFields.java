package io.wirepath.flows.message.framer.hpack;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a header block that name an operation, say how it ended, or identify what a site's own tracing follows.
 * The texts are kept only where the operator wants them.
 */
public final class HeaderFields {

    /** The fields that are looked at. */
    enum Field {
        METHOD(":method"),
        PATH(":path"),
        STATUS(":status"),
        GRPC_STATUS("grpc-status"),
        TRACE_PARENT("traceparent"),
        B3("b3"),
        B3_TRACE("x-b3-traceid"),
        B3_SPAN("x-b3-spanid"),
        AMAZON("x-amzn-trace-id"),
        REQUEST("x-request-id"),
        OTHER(""),
        /** Its name stands in a table where it cannot be read. */
        UNKNOWN("");

        final String text;

        Field(String text) {
            this.text = text;
        }

        static Field of(String name) {
            byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
            return of(bytes, bytes.length);
        }

        /** The field whose name these first bytes are. */
        static Field of(byte[] name, int length) {
            for (int i = 0; i < NAMED.length; i++) {
                if (NAMED[i].isNamed(name, length)) {
                    return NAMED[i];
                }
            }
            return OTHER;
        }

        private boolean isNamed(byte[] name, int length) {
            boolean same = length == text.length();
            for (int i = 0; i < length && same; i++) {
                same = text.charAt(i) == name[i];
            }
            return same;
        }

        /** Whether it says what was asked, or how that ended. */
        boolean isOfOperation() {
            return this == METHOD || this == PATH || isNumber();
        }

        /** Whether a site's own tracing is followed by it. */
        boolean isIdentifier() {
            return compareTo(TRACE_PARENT) >= 0 && compareTo(REQUEST) <= 0;
        }

        /** Whether the value is a number. */
        boolean isNumber() {
            return this == STATUS || this == GRPC_STATUS;
        }
    }

    /** Where a number is not known. */
    public static final int NONE = -1;

    /** Of a block that repeats what its table holds. */
    private static final int MAX_IDENTIFIERS = 1024;

    private static final Field[] NAMED = Arrays.copyOf(Field.values(), Field.OTHER.ordinal());

    private @Nullable String method;
    private @Nullable String path;
    private int status = NONE;
    private int grpcStatus = NONE;
    private final StringBuilder identifiers = new StringBuilder(0);
    private boolean hides;

    void clear() {
        method = null;
        path = null;
        status = NONE;
        grpcStatus = NONE;
        identifiers.setLength(0);
        hides = false;
    }

    void set(Field field, @Nullable String value, int number) {
        switch (field) {
            case METHOD -> method = value;
            case PATH -> path = value;
            case STATUS -> status = number;
            case GRPC_STATUS -> grpcStatus = number;
            case UNKNOWN -> hides = true;
            case OTHER -> {}
            default -> identify(field, value);
        }
    }

    private void identify(Field field, @Nullable String value) {
        if (value != null && identifiers.length() + value.length() <= MAX_IDENTIFIERS) {
            identifiers
                    .append('\n')
                    .append(field.text)
                    .append(": ")
                    .append(value)
                    .append('\n');
        }
    }

    /**
     * Fields by which a site's own tracing follows requests, a line each, as HTTP/1 has them; null where there are
     * none, or nobody wants them, and empty where names could not be read, so that there may be some.
     */
    public @Nullable String identifiers() {
        return identifiers.length() > 0 ? identifiers.toString() : hides ? "" : null;
    }

    /** Such as {@code GET}; null where the block has none, or it cannot be known. */
    public @Nullable String method() {
        return method;
    }

    /** The target of the request, its query included. */
    public @Nullable String path() {
        return path;
    }

    /** Such as 200; {@link #NONE} where the block has none, or it cannot be known. */
    public int status() {
        return status;
    }

    /** Such as 0, in trailers; or {@link #NONE}. */
    public int grpcStatus() {
        return grpcStatus;
    }
}
