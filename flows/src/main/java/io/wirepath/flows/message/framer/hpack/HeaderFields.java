package io.wirepath.flows.message.framer.hpack;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a header block that name an operation or say how it ended. The texts are kept only where the operator
 * wants to know operations.
 */
public final class HeaderFields {

    /** The fields that are looked at. */
    enum Field {
        METHOD(":method"),
        PATH(":path"),
        STATUS(":status"),
        GRPC_STATUS("grpc-status"),
        OTHER("");

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

        /** Whether the value is a number. */
        boolean isNumber() {
            return this == STATUS || this == GRPC_STATUS;
        }
    }

    /** Where a number is not known. */
    public static final int NONE = -1;

    private static final Field[] NAMED = {Field.METHOD, Field.PATH, Field.STATUS, Field.GRPC_STATUS};

    private @Nullable String method;
    private @Nullable String path;
    private int status = NONE;
    private int grpcStatus = NONE;

    void clear() {
        method = null;
        path = null;
        status = NONE;
        grpcStatus = NONE;
    }

    void set(Field field, @Nullable String value, int number) {
        switch (field) {
            case METHOD -> method = value;
            case PATH -> path = value;
            case STATUS -> status = number;
            case GRPC_STATUS -> grpcStatus = number;
            case OTHER -> {}
        }
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
