package io.wirepath.flows.message;

import io.wirepath.flows.message.framer.LearntShape;
import io.wirepath.flows.message.framer.ShapeLearner;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Lends learners to the conversations that no known protocol fits, while there is hope. Not thread-safe. */
final class TurnLearning {

    /** Messages of a conversation before a learner looks at it: most connections are too short to learn from. */
    private static final int PATIENCE = 4;

    private final ArrayDeque<ShapeLearner> free = new ArrayDeque<>();

    /** A message of unknown protocol begins. */
    void begins(Conversation conversation) {
        boolean wanted = conversation.learner == null && !conversation.unlearnable;
        if (wanted && ++conversation.unknownMessages >= PATIENCE) {
            ShapeLearner learner = free.isEmpty() ? new ShapeLearner() : free.pop();
            learner.reset();
            conversation.learner = learner;
        }
    }

    /** More of the message. */
    void onBytes(Conversation conversation, ByteBuffer bytes, int offset, int length) {
        if (conversation.learner != null) {
            conversation.learner.onBytes(bytes, offset, length);
        }
    }

    /** The message has ended; one with missing bytes teaches nothing. */
    void ends(Conversation conversation, long length, long missing, int direction) {
        if (conversation.learner != null) {
            conversation.learner.onRun(missing > 0 ? 0 : length, direction == conversation.requester());
        }
    }

    /** What was learnt, once: null while nothing was. */
    @Nullable
    LearntShape learnt(Conversation conversation, boolean lengthWanted) {
        ShapeLearner learner = conversation.learner;
        if (learner == null || !learner.isReady()) {
            return null;
        }
        LearntShape shape = learner.learn();
        boolean found = lengthWanted ? shape.hasLength() : shape.hasEcho();
        if (found || learner.isHopeless()) {
            release(conversation);
            conversation.unlearnable = true;
        }
        return found ? shape : null;
    }

    /** Takes the learner back, if there is one. */
    void release(Conversation conversation) {
        if (conversation.learner != null) {
            free.push(conversation.learner);
            conversation.learner = null;
        }
    }
}
