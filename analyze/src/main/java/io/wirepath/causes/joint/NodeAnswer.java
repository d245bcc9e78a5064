package io.wirepath.causes.joint;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.columns.ColumnPacker;
import io.wirepath.causes.columns.ColumnUnpacker;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.linking.OwnerTable;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * Who made the calls of one node, by rows of the message table. Immutable; safe to share.
 */
public final class NodeAnswer {

    /** Row of each call's request. */
    private final int[] call;
    /** Row of the request of the task that was chosen for it, or {@link MessageTable#NONE}. */
    private final int[] chosen;

    private final float[] none;
    /** The possible owners of call {@code j} begin at {@code first[j]}. */
    private final int[] first;

    private final int[] owner;
    private final float[] probability;

    private NodeAnswer(int[] call, int[] chosen, float[] none, int[] first, int[] owner, float[] probability) {
        this.call = call;
        this.chosen = chosen;
        this.none = none;
        this.first = first;
        this.owner = owner;
        this.probability = probability;
        if (chosen.length != call.length
                || none.length != call.length
                || first.length != call.length + 1
                || first[call.length] != owner.length
                || probability.length != owner.length) {
            throw new IllegalArgumentException("columns of " + call.length + " calls do not fit each other");
        }
    }

    static NodeAnswer of(ServiceAnswer answer) {
        Scene scene = answer.scene();
        CandidateSets candidates = answer.candidates();
        int[] chosen = new int[scene.calls];
        int[] first = new int[scene.calls + 1];
        float[] none = new float[scene.calls];
        IntArrayList slots = new IntArrayList();
        for (int j = 0; j < scene.calls; j++) {
            for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
                if (answer.probability()[s] > 0 || s == answer.slot()[j]) {
                    slots.addInt(s);
                }
            }
            first[j + 1] = slots.size();
            int slot = answer.slot()[j];
            chosen[j] = slot < 0 ? MessageTable.NONE : scene.taskRequest[candidates.task[slot]];
            none[j] = (float) answer.orphan()[j];
        }
        int[] owner = new int[slots.size()];
        float[] probability = new float[slots.size()];
        for (int x = 0; x < owner.length; x++) {
            owner[x] = scene.taskRequest[candidates.task[slots.getInt(x)]];
            probability[x] = (float) answer.probability()[slots.getInt(x)];
        }
        return new NodeAnswer(scene.callRequest, chosen, none, first, owner, probability);
    }

    /** The answers of all nodes as one table; in any order of the nodes it is the same. */
    static OwnerTable owners(int rows, List<NodeAnswer> answers) {
        int[] answerOf = new int[rows];
        int[] callOf = new int[rows];
        Arrays.fill(answerOf, MessageTable.NONE);
        for (int a = 0; a < answers.size(); a++) {
            int[] calls = answers.get(a).call;
            for (int j = 0; j < calls.length; j++) {
                answerOf[calls[j]] = a;
                callOf[calls[j]] = j;
            }
        }
        OwnerTable.Builder owners = new OwnerTable.Builder(rows);
        for (int row = 0; row < rows; row++) {
            if (answerOf[row] == MessageTable.NONE) {
                owners.skipRow();
            } else {
                answers.get(answerOf[row]).addTo(owners, callOf[row]);
            }
        }
        return owners.build();
    }

    private void addTo(OwnerTable.Builder owners, int own) {
        for (int x = first[own]; x < first[own + 1]; x++) {
            owners.add(owner[x], probability[x]);
        }
        owners.endRow(chosen[own], none[own]);
    }

    /** The answer, to be joined with those of the other nodes. */
    public byte[] bytes() {
        ColumnPacker to = new ColumnPacker();
        to.putInts(call);
        to.putInts(chosen);
        to.putFloats(none);
        to.putInts(first);
        to.putInts(owner);
        to.putFloats(probability);
        return to.bytes();
    }

    /**
     * The answer that {@link #bytes} wrote.
     *
     * @throws IllegalArgumentException where it is not whole
     */
    public static NodeAnswer of(byte[] bytes) {
        ColumnUnpacker from = new ColumnUnpacker(bytes);
        return new NodeAnswer(
                from.getInts(), from.getInts(), from.getFloats(), from.getInts(), from.getInts(), from.getFloats());
    }
}
