package io.wirepath.flows.decode;

/** A header of fixed length that says nothing of use, before a layer that is always the same. */
record SkippedLayer(int length, Layer next) implements Layer {

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return next;
    }
}
