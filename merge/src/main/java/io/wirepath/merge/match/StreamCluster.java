package io.wirepath.merge.match;

import io.wirepath.flows.tcp.SequenceNumber;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one connection and direction that overlap in the stream: the same bytes, cut otherwise by sniffers of
 * which one lost a segment, came in the middle, or saw coalesced segments.
 *
 * <p>The view that saw the most bytes, and among such the one that cut them finest, gives the messages; from the others
 * come the times of the ends they share, and the bytes that it lacks. Not thread-safe.
 */
final class StreamCluster {

    /** Overlapping messages that are looked at together, at most. */
    private static final int MAX = 64;

    /** Open messages of the connection that are looked through for them, at most. */
    private static final int MAX_SCAN = 512;

    private final OpenSightings open;
    private final int[] heads = new int[MAX];
    private int size;

    StreamCluster(OpenSightings open) {
        this.open = open;
    }

    /** Collects what overlaps the message; returns how many messages there are, with itself. */
    int gather(int head) {
        heads[0] = head;
        size = 1;
        int scanned = 0;
        for (int i = 0; i < size; i++) {
            int at = open.viewOf(head).of.firstOpen;
            for (; at != OpenSightings.NONE && size < MAX && scanned < MAX_SCAN; at = open.peer[at]) {
                scanned++;
                if (!contains(at) && overlaps(heads[i], at)) {
                    heads[size++] = at;
                }
            }
        }
        return size;
    }

    private boolean contains(int head) {
        for (int i = 0; i < size; i++) {
            if (heads[i] == head) {
                return true;
            }
        }
        return false;
    }

    private boolean overlaps(int a, int b) {
        if (open.sideOf(a) != open.sideOf(b)) {
            return false;
        }
        if (!open.isTcp(a)) {
            return isSameDatagram(a, b) && !shareView(a, b);
        }
        long distance = SequenceNumber.distance(open.sequence(a), open.sequence(b));
        boolean haveBytes = open.lengthBytes(a) > 0 && open.lengthBytes(b) > 0;
        return haveBytes && distance < open.lengthBytes(a) && -distance < open.lengthBytes(b);
    }

    private boolean isSameDatagram(int a, int b) {
        return Math.abs(open.firstNanos(b) - open.firstNanos(a)) < MergeWindow.WAIT_NANOS
                && open.digest(a) == open.digest(b)
                && open.ipId(a) == open.ipId(b)
                && open.lengthBytes(a) == open.lengthBytes(b);
    }

    private boolean shareView(int a, int b) {
        for (int i = a; i != OpenSightings.NONE; i = open.next[i]) {
            for (int j = b; j != OpenSightings.NONE; j = open.next[j]) {
                if (open.view[i] == open.view[j]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Number of messages in the cluster. */
    int size() {
        return size;
    }

    int head(int i) {
        return heads[i];
    }

    /** When nothing more of any of them can come. */
    long until() {
        long until = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            until = Math.max(until, open.until(heads[i]));
        }
        return until;
    }

    /** What a view saw of the cluster. */
    private static final class Share {
        long bytes;
        int pieces;

        boolean isBetterThan(@Nullable Share other) {
            return other == null || (bytes != other.bytes ? bytes > other.bytes : pieces > other.pieces);
        }
    }

    /** Gives out the messages as the best view cut them; returns how many sightings stand for themselves. */
    int compose(MessageComposer composer) {
        SightedConnection best = bestView();
        int emitted = 0;
        for (int i = 0; i < size; i++) {
            int piece = sightingBy(heads[i], best);
            if (piece != OpenSightings.NONE) {
                composer.begin(piece);
                for (int j = 0; j < size; j++) {
                    if (j == i) {
                        addAll(composer, heads[i], true, true);
                    } else {
                        addOverlapping(composer, piece, heads[j]);
                    }
                }
                composer.finish(open);
                emitted++;
            }
        }
        return emitted;
    }

    private SightedConnection bestView() {
        Map<SightedConnection, Share> shares = new HashMap<>();
        SightedConnection best = open.viewOf(heads[0]);
        for (int i = 0; i < size; i++) {
            for (int at = heads[i]; at != OpenSightings.NONE; at = open.next[at]) {
                Share share = shares.computeIfAbsent(open.viewOf(at), view -> new Share());
                share.bytes += open.lengthBytes(at) - open.missingBytes(at);
                share.pieces++;
            }
        }
        // in the order of the views, so that equal shares fall the same way each time
        for (SightedConnection view : open.viewOf(heads[0]).of.views) {
            Share share = shares.get(view);
            if (share != null && share.isBetterThan(shares.get(best))) {
                best = view;
            }
        }
        return best;
    }

    private int sightingBy(int head, SightedConnection view) {
        for (int at = head; at != OpenSightings.NONE; at = open.next[at]) {
            if (open.view[at] == view) {
                return at;
            }
        }
        return OpenSightings.NONE;
    }

    /** Adds the sightings of a message that overlap the piece, each with what its times say of the piece. */
    private void addOverlapping(MessageComposer composer, int piece, int head) {
        if (!open.isTcp(piece)) {
            addAll(composer, head, true, true);
            return;
        }
        long from = SequenceNumber.distance(open.sequence(piece), open.sequence(head));
        long to = from + open.lengthBytes(head);
        if (from < open.lengthBytes(piece) && to > 0) {
            addAll(composer, head, from == 0, to == open.lengthBytes(piece));
        }
    }

    private void addAll(MessageComposer composer, int head, boolean sameStart, boolean sameEnd) {
        for (int at = head; at != OpenSightings.NONE; at = open.next[at]) {
            composer.addSighting(at, sameStart, sameEnd);
        }
    }
}
