package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.message.framer.FramerChooser;
import io.wirepath.flows.message.framer.FramerPool;
import io.wirepath.flows.message.framer.LearntShape;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.flows.message.framer.Piece;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives conversations their framers, and takes them back. Not thread-safe. */
final class FramerSelection {

    private final FramerChooser chooser = new FramerChooser();
    private final FramerPool framers = new FramerPool();
    private final Piece tried = new Piece();
    private final TurnLearning learning;
    private Set<Protocol> wanted = EnumSet.allOf(Protocol.class);

    FramerSelection(TurnLearning learning) {
        this.learning = learning;
    }

    /** Only these protocols are looked for from now on. */
    void lookFor(Set<Protocol> protocols) {
        wanted = protocols;
    }

    /**
     * Begins with the framer that the first bytes of a message call for, or that was learnt.
     *
     * @param ends whether no more bytes of it come
     * @return UNKNOWN if there is none, null if more bytes must be seen
     */
    @Nullable
    Protocol choose(Conversation conversation, Side side, ByteBuffer bytes, int offset, int length, boolean ends) {
        Protocol before = conversation.wentSecure;
        if (conversation.secured && before != Protocol.UNKNOWN && wanted.contains(before)) {
            conversation.wentSecure = Protocol.UNKNOWN;
            begin(conversation, before);
            return before;
        }
        Protocol choice = conversation.choicesLeft > 0
                ? chooser.choose(conversation, side.direction, bytes, offset, length, ends)
                : Protocol.UNKNOWN;
        if (choice != null && !wanted.contains(choice)) {
            choice = Protocol.UNKNOWN;
        }
        if (choice == Protocol.UNKNOWN && conversation.incomplete && !conversation.secured) {
            choice = expected(conversation, side, bytes, offset, length);
            if (choice != Protocol.UNKNOWN) {
                return choice;
            }
        }
        if (choice == Protocol.UNKNOWN) {
            LearntShape shape = ends ? null : learning.learnt(conversation, true);
            if (shape != null && wanted.contains(Protocol.LENGTH_PREFIXED)) {
                conversation.framer = framers.acquire(shape, conversation);
                return Protocol.LENGTH_PREFIXED;
            }
        } else if (choice != null) {
            MessageFramer framer = begin(conversation, choice);
            if (conversation.incomplete && side.direction != conversation.requester()) {
                framer.lose(conversation.requester()); // what this answers
            }
        }
        return choice;
    }

    /**
     * Where bytes are missing, perhaps the first ones, a message of what is spoken with the server elsewhere may look
     * like nothing in particular: its framer says whether one begins here, and begins if so.
     */
    private Protocol expected(Conversation conversation, Side side, ByteBuffer bytes, int offset, int length) {
        Protocol protocol = conversation.choicesLeft > 0 ? conversation.expected(null) : null;
        for (; protocol != null; protocol = conversation.expected(protocol)) {
            if (wanted.contains(protocol)) {
                MessageFramer framer = framers.acquire(protocol);
                framer.reset(conversation);
                framer.lose(side.direction);
                framer.lose(1 - side.direction);
                tried.clear();
                int before = framer.find(side.direction, bytes, offset, length, /* fresh= */ true, tried);
                if (before == 0 && tried.needed == 0) {
                    conversation.framer = framer;
                    conversation.calls.lose();
                    Side other = conversation.side(1 - side.direction);
                    other.lost = other.spoke && !framer.answersInOrder();
                    return protocol;
                }
                framers.release(framer);
            }
        }
        Protocol whole = conversation.choicesLeft > 0
                ? FramerChooser.whole(wanted, conversation, side.direction, bytes, offset, length)
                : Protocol.UNKNOWN;
        if (whole != Protocol.UNKNOWN) {
            begin(conversation, whole);
        }
        return whole;
    }

    /** Begins with a framer, which is returned. */
    MessageFramer begin(Conversation conversation, Protocol protocol) {
        MessageFramer framer = framers.acquire(protocol);
        framer.reset(conversation);
        conversation.framer = framer;
        conversation.unread = true;
        return framer;
    }

    /** Takes the framer back, if there is one. */
    void release(Conversation conversation) {
        MessageFramer framer = conversation.framer;
        if (framer != null) {
            framers.release(framer);
            conversation.framer = null;
            conversation.trust = 0;
            conversation.forward.lost = false;
            conversation.backward.lost = false;
            conversation.forward.resuming = false;
            conversation.backward.resuming = false;
        }
    }
}
