package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.pipeline.PipelineTuning;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.sniffer.file.RingKey;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How one sniffer works.
 *
 * @param name its name in all results
 * @param spool directory of its spool
 * @param bounds bounds of the spool
 * @param ringBytes bound of the ring of packets; 0 for none
 * @param ringSnapBytes bytes that it keeps of a frame
 * @param ringKey with which it is sealed; null for none
 * @param flows how frames become sightings
 * @param tuning what of that may change while it runs, as it is at the start
 * @param shedding whether something is given up under overload
 * @param saltFingerprint what tells digests and signatures of different salts apart
 */
public record SniffSettings(
        String name,
        Path spool,
        SpoolSettings bounds,
        long ringBytes,
        int ringSnapBytes,
        @Nullable RingKey ringKey,
        FlowSettings flows,
        PipelineTuning tuning,
        boolean shedding,
        long saltFingerprint) {}
