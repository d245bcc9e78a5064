package io.wirepath.flows.message.framer.hpack;

import org.jspecify.annotations.Nullable;

/** The fields of a header block that name an operation; null where the block has none, or it cannot be known. */
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
            for (Field field : values()) {
                if (field.text.equals(name)) {
                    return field;
                }
            }
            return OTHER;
        }
    }

    private @Nullable String method;
    private @Nullable String path;
    private @Nullable String status;
    private @Nullable String grpcStatus;

    void clear() {
        method = null;
        path = null;
        status = null;
        grpcStatus = null;
    }

    void set(Field field, @Nullable String value) {
        switch (field) {
            case METHOD -> method = value;
            case PATH -> path = value;
            case STATUS -> status = value;
            case GRPC_STATUS -> grpcStatus = value;
            case OTHER -> {}
        }
    }

    /** Such as {@code GET}. */
    public @Nullable String method() {
        return method;
    }

    /** The target of the request, its query included. */
    public @Nullable String path() {
        return path;
    }

    /** Such as {@code 200}. */
    public @Nullable String status() {
        return status;
    }

    /** Such as {@code 0}, in trailers. */
    public @Nullable String grpcStatus() {
        return grpcStatus;
    }
}
