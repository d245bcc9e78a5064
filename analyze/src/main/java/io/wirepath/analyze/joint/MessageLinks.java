package io.wirepath.analyze.joint;

import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.LinkingSettings;
import io.wirepath.analyze.linking.MessageLinking;
import java.util.Arrays;
import java.util.List;

/**
 * Turns owners of calls into links between messages.
 *
 * <p>The parent of a call's request is the last thing that its owner received before: the owner's own request, or the
 * response of its latest call that had come back. The parent of a task's response is the last thing that the task
 * received before it answered. So whoever follows the links back, responses to their calls, finds the owner again.
 */
final class MessageLinks {

    private static final double AHEAD = 1e-6;

    private final MessageTable messages;
    /** Per row: number of the answer that knows it as a call, and of the call there. */
    private final int[] answerOf;

    private final int[] callOf;
    private final List<ServiceAnswer> answers;
    /** Per answer and task, the calls that it owns in order of sending. */
    private final int[][][] owned;

    private MessageLinks(MessageTable messages, List<ServiceAnswer> answers) {
        this.messages = messages;
        this.answers = answers;
        answerOf = new int[messages.size()];
        callOf = new int[messages.size()];
        Arrays.fill(answerOf, MessageTable.NONE);
        owned = new int[answers.size()][][];
        for (int a = 0; a < owned.length; a++) {
            ServiceAnswer answer = answers.get(a);
            Owners owners = new Owners(answer.candidates(), answer.scene().tasks);
            owners.assign(answer.slot());
            owned[a] = new int[answer.scene().tasks][];
            for (int i = 0; i < owned[a].length; i++) {
                owned[a][i] = Arrays.copyOf(owners.calls[i], owners.count[i]);
            }
            for (int j = 0; j < answer.scene().calls; j++) {
                answerOf[answer.scene().callRequest[j]] = a;
                callOf[answer.scene().callRequest[j]] = j;
            }
        }
    }

    static LinkTable of(MessageTable messages, List<ServiceAnswer> answers) {
        return new MessageLinks(messages, answers).build();
    }

    private LinkTable build() {
        int[] taskAnswer = new int[messages.size()];
        int[] task = new int[messages.size()];
        Arrays.fill(taskAnswer, MessageTable.NONE);
        for (int a = 0; a < answers.size(); a++) {
            Scene scene = answers.get(a).scene();
            for (int i = 0; i < scene.tasks; i++) {
                int response = Exchanges.answer(messages, scene.taskRequest[i]);
                if (response != MessageTable.NONE) {
                    taskAnswer[response] = a;
                    task[response] = i;
                }
            }
        }
        LinkTable linked =
                needsLinking(taskAnswer) ? new MessageLinking(LinkingSettings.defaults()).infer(messages) : null;
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            if (answerOf[row] != MessageTable.NONE) {
                linkCall(links, answers.get(answerOf[row]), owned[answerOf[row]], callOf[row]);
            } else if (taskAnswer[row] != MessageTable.NONE) {
                int a = taskAnswer[row];
                Scene scene = answers.get(a).scene();
                links.add(lastReceived(scene, owned[a], task[row], MessageTable.NONE, scene.departure[task[row]]), 1);
                links.endChild(0);
            } else if (isAnswer(row)) {
                links.add(messages.partner(row), 1);
                links.endChild(0);
            } else if (linked != null && !Exchanges.opens(messages, row)) {
                copy(linked, row, links);
            } else {
                links.endChild(1);
            }
        }
        return links.build();
    }

    /** Whether there are messages that belong to no call: they are linked by the linking rule. */
    private boolean needsLinking(int[] taskAnswer) {
        for (int row = 0; row < messages.size(); row++) {
            if (!Exchanges.opens(messages, row) && taskAnswer[row] == MessageTable.NONE && !isAnswer(row)) {
                return true;
            }
        }
        return false;
    }

    private static void copy(LinkTable from, int row, LinkTable.Builder to) {
        for (int at = from.first(row); at < from.end(row); at++) {
            to.add(from.parent(at), from.probability(at));
        }
        to.endChild(from.spontaneous(row));
    }

    private boolean isAnswer(int row) {
        int request = messages.partner(row);
        return request != MessageTable.NONE
                && Exchanges.answer(messages, request) == row
                && Exchanges.opens(messages, request);
    }

    private void linkCall(LinkTable.Builder links, ServiceAnswer answer, int[][] calls, int j) {
        CandidateSets candidates = answer.candidates();
        double most = answer.orphan()[j];
        for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
            most = Math.max(most, answer.probability()[s]);
        }
        int chosen = answer.slot()[j];
        double its = chosen < 0 ? answer.orphan()[j] : answer.probability()[chosen];
        // The assignment as a whole is the answer, so its owner stands first, at the mean of the two that compete.
        double shared = its < most ? (its + most) / 2 : most;
        for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
            double p = level(answer.probability()[s], s == chosen, most, shared);
            if (p > 0) {
                links.add(lastReceived(answer.scene(), calls, candidates.task[s], j, answer.scene().sent[j]), p);
            }
        }
        links.endChild(level(answer.orphan()[j], chosen < 0, most, shared));
    }

    private static double level(double p, boolean isChosen, double most, double shared) {
        if (isChosen) {
            return shared;
        }
        return p >= most ? Math.max(0, shared - AHEAD) : p;
    }

    /** Row of what this task had received last at a moment, one of its calls left out. */
    private int lastReceived(Scene scene, int[][] calls, int task, int except, long moment) {
        int row = scene.taskRequest[task];
        long latest = Long.MIN_VALUE;
        for (int j : calls[task]) {
            if (j != except && scene.received[j] <= moment && scene.received[j] >= latest) {
                latest = scene.received[j];
                row = Exchanges.answer(messages, scene.callRequest[j]);
            }
        }
        return row;
    }
}
