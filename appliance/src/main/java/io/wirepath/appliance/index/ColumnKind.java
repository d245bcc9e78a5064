package io.wirepath.appliance.index;

/** How the values of a column are kept, little-endian. */
enum ColumnKind {
    /** All values are the same: nothing is kept but that. */
    CONSTANT(0),
    /** Whole numbers from 0 to 254; 255 is none. */
    U8(1),
    /** Whole numbers from 0 to 65534; 65535 is none. */
    U16(2),
    /** Whole numbers; the least is none. */
    I32(4),
    /** Whole numbers; the least is none. */
    I64(8),
    /** Numbers; NaN is none. */
    F64(8);

    final int bytes;

    ColumnKind(int bytes) {
        this.bytes = bytes;
    }
}
