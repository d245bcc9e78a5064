package io.wirepath.flows.pipeline;

import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.tls.TlsKeys;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.RingSettings;

/**
 * How frames become sightings. Only the speed depends on {@code workers} and {@code ring}, never the result.
 *
 * @param workers threads that share the shards, at least 1; more than {@link FlowShard#SHARDS} help nothing
 * @param ring the ring of blocks between the threads
 * @param blockBytes size of a block of frames; timers run once a block, so results may differ with it
 * @param decode what is looked for in frames
 * @param tcp bounds and times of TCP reassembly
 * @param udp bounds and times of UDP conversations
 * @param message how messages are cut
 * @param keys secrets of TLS sessions; those that a capture holds are added to them
 */
public record FlowSettings(
        int workers,
        RingSettings ring,
        int blockBytes,
        DecodeSettings decode,
        TcpSettings tcp,
        UdpSettings udp,
        MessageSettings message,
        TlsKeys keys) {

    private static final int SMALLEST_BLOCK_BYTES = 2 * FrameBlock.MAX_FRAME_BYTES;

    /** Refuses what cannot work. */
    public FlowSettings {
        if (workers < 1) {
            throw new IllegalArgumentException("at least 1 worker is needed, not " + workers);
        }
        if (blockBytes < SMALLEST_BLOCK_BYTES) {
            throw new IllegalArgumentException(
                    "a block needs at least " + SMALLEST_BLOCK_BYTES + " bytes to hold any frame, not " + blockBytes);
        }
    }

    /** One worker, and the defaults of all stages. */
    public static FlowSettings defaults() {
        return new FlowSettings(
                1,
                RingSettings.defaults(),
                FrameBlock.DEFAULT_BYTES,
                DecodeSettings.defaults(),
                TcpSettings.defaults(),
                UdpSettings.defaults(),
                MessageSettings.defaults(),
                new TlsKeys());
    }

    /** These settings with another number of workers. */
    public FlowSettings withWorkers(int number) {
        return new FlowSettings(number, ring, blockBytes, decode, tcp, udp, message, keys);
    }

    /** These settings with another ring. */
    public FlowSettings withRing(RingSettings other) {
        return new FlowSettings(workers, other, blockBytes, decode, tcp, udp, message, keys);
    }

    /** These settings with another size of blocks. */
    public FlowSettings withBlockBytes(int bytes) {
        return new FlowSettings(workers, ring, bytes, decode, tcp, udp, message, keys);
    }

    /** These settings with other settings of decoding. */
    public FlowSettings withDecode(DecodeSettings other) {
        return new FlowSettings(workers, ring, blockBytes, other, tcp, udp, message, keys);
    }

    /** These settings with other settings of messages. */
    public FlowSettings withMessage(MessageSettings other) {
        return new FlowSettings(workers, ring, blockBytes, decode, tcp, udp, other, keys);
    }

    /** These settings with other secrets of TLS sessions. */
    public FlowSettings withKeys(TlsKeys others) {
        return new FlowSettings(workers, ring, blockBytes, decode, tcp, udp, message, others);
    }
}
