package io.wirepath.cluster.flink;

import io.wirepath.causes.joint.NodeProblem;
import org.apache.flink.api.common.functions.MapFunction;

/** Finds who made the calls of one node of a slice. Keeps nothing. */
final class NodeSolver implements MapFunction<byte[], byte[]> {

    private static final long serialVersionUID = 1;

    @Override
    public byte[] map(byte[] node) {
        byte[] answer = NodeProblem.of(SliceWork.rest(node)).solve().bytes();
        return SliceWork.of(SliceWork.slice(node), SliceWork.ANSWER, SliceWork.slot(node), answer);
    }
}
