package io.wirepath.flows.pipeline;

import io.wirepath.sniffer.CaptureNotes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a capture tells for people besides its frames. The thread that reads fills it; names and comments on frames go
 * along the ring with their block, what is said of the whole capture is kept for the end.
 */
final class BlockNotes implements CaptureNotes {

    /** Things said of a capture that are kept: a reader reads no more. */
    private static final int MAX_REMARKS = 20;

    /** A comment on a frame of the block. */
    record FrameComment(int frame, boolean sent, String comment) {}

    /** A name that stands in the capture. */
    record Name(byte[] address, String name) {}

    /** What is said in one block. */
    record Part(List<Name> names, List<FrameComment> comments) {

        static final Part NOTHING = new Part(List.of(), List.of());
    }

    private final Set<String> interfaces = new LinkedHashSet<>();
    private final Set<String> comments = new LinkedHashSet<>();
    private List<Name> names = new ArrayList<>();
    private List<FrameComment> frameComments = new ArrayList<>();

    @Override
    public void onName(byte[] address, String name) {
        names.add(new Name(address, name));
    }

    @Override
    public void onInterface(String name) {
        if (interfaces.size() < MAX_REMARKS) {
            interfaces.add(name);
        }
    }

    @Override
    public void onComment(String comment) {
        if (comments.size() < MAX_REMARKS) {
            comments.add(comment.strip());
        }
    }

    @Override
    public void onFrameComment(int frame, Way way, String comment) {
        if (way != Way.UNKNOWN) {
            frameComments.add(new FrameComment(frame, way == Way.SENT, comment));
        }
    }

    /** What was said since the last time. */
    Part take() {
        if (names.isEmpty() && frameComments.isEmpty()) {
            return Part.NOTHING;
        }
        Part part = new Part(names, frameComments);
        names = new ArrayList<>();
        frameComments = new ArrayList<>();
        return part;
    }

    /** Names of the interfaces, in order. */
    List<String> interfaces() {
        return List.copyOf(interfaces);
    }

    /** What was said of the whole capture, in order. */
    List<String> comments() {
        return List.copyOf(comments);
    }
}
