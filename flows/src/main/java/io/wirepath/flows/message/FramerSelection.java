package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.message.framer.FramerChooser;
import io.wirepath.flows.message.framer.FramerPool;
import io.wirepath.flows.message.framer.LearntShape;
import io.wirepath.flows.message.framer.MessageFramer;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives conversations their framers, and takes them back. Not thread-safe. */
final class FramerSelection {

    private final FramerChooser chooser = new FramerChooser();
    private final FramerPool framers = new FramerPool();
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
     * @return UNKNOWN if there is none, null if more bytes must be seen
     */
    @Nullable
    Protocol choose(Conversation conversation, Side side, ByteBuffer bytes, int offset, int length) {
        Protocol before = conversation.wentSecure;
        if (conversation.secured && before != Protocol.UNKNOWN && wanted.contains(before)) {
            conversation.wentSecure = Protocol.UNKNOWN;
            begin(conversation, before);
            return before;
        }
        Protocol choice = conversation.choicesLeft > 0
                ? chooser.choose(conversation, side.direction, bytes, offset, length)
                : Protocol.UNKNOWN;
        if (choice != null && !wanted.contains(choice)) {
            choice = Protocol.UNKNOWN;
        }
        if (choice == Protocol.UNKNOWN) {
            LearntShape shape = learning.learnt(conversation, true);
            if (shape != null && wanted.contains(Protocol.LENGTH_PREFIXED)) {
                conversation.framer = framers.acquire(shape, conversation);
                return Protocol.LENGTH_PREFIXED;
            }
        } else if (choice != null) {
            begin(conversation, choice);
        }
        return choice;
    }

    /** Begins with a framer. */
    void begin(Conversation conversation, Protocol protocol) {
        MessageFramer framer = framers.acquire(protocol);
        framer.reset(conversation);
        conversation.framer = framer;
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
        }
    }
}
