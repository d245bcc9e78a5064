package io.wirepath.flows.pipeline;

import io.wirepath.flows.Protocol;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What may change while a pipeline runs: taken over between two blocks of frames, by every stage between the same two.
 *
 * <p>A connection is kept or left out as a whole, by a hash of its endpoints: all sniffers keep the same ones, and what
 * is kept of a smaller share is kept of a larger one, too.
 *
 * @param sampledShare share of the connections that the operator wants, above 0 to 1
 * @param shedShare share of those that the load allows, above 0 to 1
 * @param shedCounter where packets are counted that the load did not allow
 * @param content whether content signatures are computed; only where the settings have them at all
 * @param framers protocols that are looked for in connections that begin from now on
 */
public record PipelineTuning(
        double sampledShare, double shedShare, SamplingCounter shedCounter, boolean content, Set<Protocol> framers) {

    /** Everything is kept and looked for. */
    public static final PipelineTuning EVERYTHING =
            new PipelineTuning(1, 1, SamplingCounter.PACKETS_SHED_KEEPING_HALF, true, EnumSet.allOf(Protocol.class));

    /** Refuses shares that are none. */
    public PipelineTuning {
        if (!(sampledShare > 0 && sampledShare <= 1 && shedShare > 0 && shedShare <= 1)) {
            throw new IllegalArgumentException("a share of connections is above 0 and at most 1");
        }
        framers = Set.copyOf(framers);
    }

    /** The same with another sampling. */
    public PipelineTuning withSampledShare(double share) {
        return new PipelineTuning(share, shedShare, shedCounter, content, framers);
    }

    /** The same with another share under load, and with or without content signatures. */
    public PipelineTuning withShedding(double share, SamplingCounter counter, boolean withContent) {
        return new PipelineTuning(sampledShare, share, counter, withContent, framers);
    }

    /** The same with other protocols. */
    public PipelineTuning withFramers(Set<Protocol> protocols) {
        return new PipelineTuning(sampledShare, shedShare, shedCounter, content, protocols);
    }

    /** Which counter a packet of a connection with this hash belongs into; null if it is kept. */
    @Nullable
    SamplingCounter leftOut(int connectionHash) {
        double place = (connectionHash & 0xffff_ffffL) * 0x1p-32;
        if (place >= sampledShare) {
            return SamplingCounter.PACKETS_LEFT_OUT_BY_SAMPLING;
        }
        return place >= sampledShare * shedShare ? shedCounter : null;
    }

    /** Whether no connection is left out. */
    boolean keepsAll() {
        return sampledShare >= 1 && shedShare >= 1;
    }
}
