package io.wirepath.merge.match;

import io.wirepath.nat.Endpoint;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.TranslationDetector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection, with all the views that sniffers had of it: on both sides of a router, before and after a
 * translation. Two views are of one class when they carried the same messages; addresses do not decide, because
 * 4-tuples are reused within seconds and load balancing is per connection.
 *
 * <p>A class has two sides. The canonical endpoint of a side is how it looks nearest to itself, the virtual one how the
 * other side sees it; both come from the message with the most sightings.
 */
final class ConnectionClass {

    static final int UNKNOWN_SIDE = -1;
    static final int UNKNOWN_HOME = -1;

    private static final long UNLABELLED = -1;

    /** Its place in the order in which connections appeared. */
    final long number;

    final List<SightedConnection> views = new ArrayList<>(2);

    /** Number of views, here because every sighting asks for it and the list lies elsewhere in memory. */
    int size = 1;

    private @Nullable List<NatLink> links;
    final CallNumbers calls = new CallNumbers();

    // two fields for two sides: arrays of two would be objects of their own, and there are a million connections
    private @Nullable Endpoint canonical0;
    private @Nullable Endpoint canonical1;
    private @Nullable Endpoint virtual0;
    private @Nullable Endpoint virtual1;
    private int home0 = UNKNOWN_HOME;
    private int home1 = UNKNOWN_HOME;

    /** The views nearest to side 0 and to side 1 of the message that taught the ends last. */
    private @Nullable SightedConnection near0;

    private @Nullable SightedConnection near1;

    /** When the homes were learnt that these were looked up in. */
    int learning;

    /** Number of the connection in messages, or {@link #UNLABELLED} before the first. */
    private long label = UNLABELLED;

    /** Sniffing points that told of the endpoints. */
    int tellers;

    int opener = UNKNOWN_SIDE;

    /** The operator's rules that told the ends, by side; {@link NatRules#NONE_HOLDS} where none did. */
    private int rule0 = NatRules.NONE_HOLDS;

    private int rule1 = NatRules.NONE_HOLDS;

    /** Corrected time of the first message to which a rule was applied. */
    long ruledNanos = Long.MAX_VALUE;

    /** First slot of the open messages of this class, -1 if none. */
    int firstOpen = -1;

    int endedViews;

    /** When it was used last. */
    long lastNanos = Long.MIN_VALUE;

    /** When it had been used last as it got its place among {@link #older} and {@link #newer} classes. */
    long placedNanos = Long.MIN_VALUE;

    @Nullable
    ConnectionClass older;

    @Nullable
    ConnectionClass newer;

    /** Messages that were seen on both sides of a translation. Times are corrected. */
    static final class NatLink {
        final SightedConnection near0;
        final SightedConnection near1;
        long evidence;
        long firstNanos = Long.MAX_VALUE;
        long lastNanos = Long.MIN_VALUE;

        NatLink(SightedConnection near0, SightedConnection near1) {
            this.near0 = near0;
            this.near1 = near1;
        }

        NatLink reversed() {
            NatLink turned = new NatLink(near1, near0);
            turned.evidence = evidence;
            turned.firstNanos = firstNanos;
            turned.lastNanos = lastNanos;
            return turned;
        }
    }

    ConnectionClass(long number, SightedConnection only) {
        this.number = number;
        views.add(only);
    }

    /** Notes a message that passed the view nearer to side 0 and the one nearer to side 1 under other endpoints. */
    void noteTranslation(SightedConnection nearTo0, SightedConnection nearTo1, long nanos) {
        NatLink link = null;
        List<NatLink> all = links == null ? new ArrayList<>(1) : links;
        links = all;
        for (int i = 0; i < all.size(); i++) {
            NatLink known = all.get(i);
            link = known.near0 == nearTo0 && known.near1 == nearTo1 ? known : link;
        }
        if (link == null) {
            link = new NatLink(nearTo0, nearTo1);
            all.add(link);
        }
        link.evidence++;
        link.firstNanos = Math.min(link.firstNanos, nanos);
        link.lastNanos = Math.max(link.lastNanos, nanos);
    }

    /** The translations that its messages showed. */
    List<NatLink> links() {
        return links == null ? List.of() : links;
    }

    /** Whether a message that passed these views last would teach nothing that the one before did not. */
    boolean isTaughtBy(SightedConnection nearTo0, SightedConnection nearTo1) {
        return near0 == nearTo0 && near1 == nearTo1;
    }

    /** Takes over what a message shows that these views saw nearest to the sides. */
    void learn(SightedConnection nearTo0, SightedConnection nearTo1) {
        near0 = nearTo0;
        near1 = nearTo1;
        learn(0, nearTo0.end(0), nearTo1.end(0));
        learn(1, nearTo1.end(1), nearTo0.end(1));
    }

    /** Takes over how a side is, and how the other side sees it. */
    void learn(int side, Endpoint real, @Nullable Endpoint seenAs) {
        if (!real.equals(side == 0 ? canonical0 : canonical1)) {
            setHome(side, UNKNOWN_HOME);
        }
        @Nullable Endpoint other = real.equals(seenAs) ? null : seenAs;
        if (side == 0) {
            canonical0 = real;
            virtual0 = other;
        } else {
            canonical1 = real;
            virtual1 = other;
        }
    }

    /** How the other side sees this one, where that is otherwise. */
    @Nullable
    Endpoint virtualOf(int side) {
        return side == 0 ? virtual0 : virtual1;
    }

    /** Home sniffer of the canonical endpoint of a side; {@link #UNKNOWN_HOME} until looked up. */
    int home(int side) {
        return side == 0 ? home0 : home1;
    }

    void setHome(int side, int sniffer) {
        if (side == 0) {
            home0 = sniffer;
        } else {
            home1 = sniffer;
        }
    }

    /** A rule of the operator told how a side is. */
    void setRule(int side, int number) {
        if (side == 0) {
            rule0 = number;
        } else {
            rule1 = number;
        }
    }

    /** Side of the end that opened the connection; where nothing told, the one with the higher port. */
    int openerOrGuess() {
        if (opener != UNKNOWN_SIDE) {
            return opener;
        }
        SightedConnection view = views.get(0);
        return view.end(0).port() >= view.end(1).port() ? 0 : 1;
    }

    /** Takes over the views of another class; {@code opposite} if its side 0 is this class's side 1. */
    void absorb(ConnectionClass other, boolean opposite) {
        for (SightedConnection view : other.views) {
            view.of = this;
            view.flipped ^= opposite;
            views.add(view);
            size++;
        }
        for (NatLink link : other.links()) {
            links = links == null ? new ArrayList<>(1) : links;
            links.add(opposite ? link.reversed() : link);
        }
        near0 = null;
        near1 = null;
        if (opener == UNKNOWN_SIDE && other.opener != UNKNOWN_SIDE) {
            opener = opposite ? 1 - other.opener : other.opener;
        }
        label = label == UNLABELLED ? other.label : label;
        endedViews += other.endedViews;
        lastNanos = Math.max(lastNanos, other.lastNanos);
    }

    /**
     * Number of the connection in messages. Where it must be the same in another life of the program, it is taken from
     * the views at hand at the first message, which are all that there will be, unless a way changes.
     */
    long label() {
        if (label == UNLABELLED) {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < views.size(); i++) {
                least = Math.min(least, views.get(i).stable);
            }
            label = least;
        }
        return label == 0 ? number : label;
    }

    /** Whether a sniffer that has not ended its view may still be sending sightings. */
    boolean isOver() {
        return endedViews >= size;
    }

    /** The real endpoint of a side; what the first view shows while no message has told. */
    Endpoint canonicalOf(int side) {
        Endpoint known = side == 0 ? canonical0 : canonical1;
        return known == null ? views.get(0).end(side) : known;
    }

    /** Tells a detector which rules told the ends. */
    void addRulesTo(TranslationDetector translations) {
        if (rule0 != NatRules.NONE_HOLDS && virtual0 != null) {
            translations.addByRule(rule0, ruledNanos, Math.max(ruledNanos, lastNanos));
        }
        if (rule1 != NatRules.NONE_HOLDS && virtual1 != null) {
            translations.addByRule(rule1, ruledNanos, Math.max(ruledNanos, lastNanos));
        }
    }

    /** Whether one of its ends looks otherwise from the other side. */
    boolean isTranslated() {
        return virtual0 != null || virtual1 != null;
    }
}
