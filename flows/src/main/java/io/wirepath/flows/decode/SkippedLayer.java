package io.wirepath.flows.decode;

/** A header of fixed length that says nothing of use, before a layer that is always the same. */
final class SkippedLayer implements Layer {

    private final int length;
    private final Layer next;

    SkippedLayer(int length, Layer next) {
        this.length = length;
        this.next = next;
    }

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return next;
    }
}
