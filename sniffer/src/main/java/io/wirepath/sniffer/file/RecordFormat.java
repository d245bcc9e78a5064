package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureNotes;
import io.wirepath.sniffer.FrameBlock;
import java.io.IOException;
import java.util.function.Consumer;

/** Finds the frames in the records of one capture format. */
interface RecordFormat {

    /**
     * Adds frames to the block until the window has no further whole record, or the capture is damaged, which is told
     * to the window.
     */
    void read(RecordWindow window, FrameBlock block) throws IOException;

    /** Frames that the capture says were lost before they were recorded. */
    long dropped();

    /** Says who takes the TLS key logs that the capture holds; there are none unless the format has them. */
    default void secretsTo(Consumer<byte[]> sink) {}

    /** Says who takes what the capture tells for people; nothing unless the format has it. */
    default void notesTo(CaptureNotes sink) {}

    /** What is wrong with a record that says it holds a frame of {@code capturedLength} bytes. */
    static String tooLong(int capturedLength) {
        return "the record says it holds %s, more than any frame has (%d)"
                .formatted(WireOrder.describeLength(capturedLength), FrameBlock.MAX_FRAME_BYTES);
    }
}
