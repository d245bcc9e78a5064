package io.wirepath.causes.linking;

import io.wirepath.causes.Grouped;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;

/**
 * Turns owners of calls into links between messages.
 *
 * <p>The parent of a call's request is the last thing that its owner had received before: the owner's own request, or
 * the response of its latest call that had come back. The parent of a response is the last thing that its call's task
 * had received before it answered. So the links back, from responses to their calls, lead to the owner
 * again. What a peer asks of its own accord may follow an answer to what it asked before ({@link PeerCauses}). Messages
 * that belong to no call are linked by the linking rule (WAP5).
 *
 * <pre>
 *  request ─► c1 request   c1 response ─► c2 request   c2 response ─► response      of one task at one node
 * </pre>
 */
public final class OwnerLinks {

    private static final double PROBABLY = 0.5;

    private static final long NEVER = Long.MAX_VALUE;

    private final MessageTable messages;
    private final OwnerTable owners;
    /** Calls of each owner. */
    private final Grouped children;

    /** When each child's response had come back. */
    private final long[] returnedNanos;

    private final PeerCauses lookups;

    private OwnerLinks(MessageTable messages, OwnerTable owners) {
        this.messages = messages;
        this.owners = owners;
        children = Grouped.of(messages.size(), messages.size(), owners::chosen);
        returnedNanos = children.all().mapToLong(this::returnedNanos).toArray();
        lookups = PeerCauses.amongAnswers(messages, row -> owners.isKnown(row) && owners.none(row) >= PROBABLY);
    }

    private long returnedNanos(int row) {
        int response = answer(messages, row);
        return response == MessageTable.NONE ? NEVER : receivedNanos(messages, response);
    }

    /** Whether this message asks for something or is sent without an answer, and does not set up its connection. */
    public static boolean opens(MessageTable messages, int row) {
        Role role = messages.role(row);
        return (role == Role.REQUEST || role == Role.ONE_WAY) && (messages.flags(row) & SightingCodec.FLAG_SETUP) == 0;
    }

    /** Row of the answer to this message, or {@link MessageTable#NONE}. */
    public static int answer(MessageTable messages, int row) {
        return messages.role(row) == Role.REQUEST ? messages.partner(row) : MessageTable.NONE;
    }

    /** When the message reached its receiver, or left its sender where nobody saw that. */
    public static long receivedNanos(MessageTable messages, int row) {
        long received = messages.receivedNanos(row);
        return received != MessageTable.NIL ? received : messages.sentNanos(row);
    }

    /** The links that these owners mean. */
    public static LinkTable of(MessageTable messages, OwnerTable owners) {
        return new OwnerLinks(messages, owners).build();
    }

    private LinkTable build() {
        LinkTable linked = needsLinking()
                ? new MessageLinking(LinkingSettings.defaults()).infer(messages, this::needsLinking)
                : null;
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            if (owners.isKnown(row)) {
                linkCall(links, row);
            } else if (isAnswer(row)) {
                links.add(lastReceived(messages.partner(row), row), 1);
                links.endChild(0);
            } else if (linked != null && needsLinking(row)) {
                copy(linked, row, links);
            } else {
                links.endChild(1);
            }
        }
        return links.build();
    }

    private boolean isAnswer(int row) {
        int request = messages.partner(row);
        return request != MessageTable.NONE && opens(messages, request) && answer(messages, request) == row;
    }

    private boolean needsLinking() {
        for (int row = 0; row < messages.size(); row++) {
            if (needsLinking(row)) {
                return true;
            }
        }
        return false;
    }

    /** What belongs to no call; connections are set up without a cause. */
    private boolean needsLinking(int row) {
        return !owners.isKnown(row)
                && !opens(messages, row)
                && !isAnswer(row)
                && (messages.flags(row) & SightingCodec.FLAG_SETUP) == 0;
    }

    private static void copy(LinkTable from, int row, LinkTable.Builder to) {
        for (int at = from.first(row); at < from.end(row); at++) {
            to.add(from.parent(at), from.probability(at));
        }
        to.endChild(from.spontaneous(row));
    }

    private void linkCall(LinkTable.Builder links, int row) {
        for (int at = owners.first(row); at < owners.end(row); at++) {
            if (owners.probability(at) > 0) {
                links.add(lastReceived(owners.owner(at), row), owners.probability(at));
            }
        }
        double none = owners.none(row);
        links.endChild(none * lookups.causes(row, (answer, p) -> links.add(answer, none * p)));
    }

    /** Row of what this owner had received last when the message at {@code row} left. */
    private int lastReceived(int owner, int row) {
        long moment = messages.timeNanos(row);
        boolean isResponse = messages.partner(row) == owner && messages.role(row) == Role.RESPONSE;
        int parent = owner;
        long latest = Long.MIN_VALUE;
        for (int x = children.first(owner); x < children.end(owner); x++) {
            int child = children.at(x);
            if (!isResponse && child >= row) {
                break;
            }
            if (returnedNanos[x] <= moment && returnedNanos[x] >= latest && child != row) {
                latest = returnedNanos[x];
                parent = answer(messages, child);
            }
        }
        return parent;
    }
}
