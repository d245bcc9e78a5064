package io.wirepath.sniffer.live;

import io.wirepath.sniffer.FrameBlock;

/**
 * What to capture and how.
 *
 * @param interfaceName name of the network interface, such as {@code eth0}
 * @param way how to get the frames
 * @param filter expression as in pcap-filter(7); empty for all frames
 * @param snaplenBytes how much of a frame is kept, 1 to {@link FrameBlock#MAX_FRAME_BYTES}
 * @param bufferBytes memory in which the kernel keeps frames until they are read, of each worker; rounded to whole
 *     blocks
 * @param promiscuous whether to take frames that are for other hosts, as a mirror port needs
 * @param direction which frames, seen from this host
 * @param stamps whose clock stamps the frames
 * @param workers ports among which the kernel shares the connections out ({@link LivePorts#open}); 1 for no sharing
 */
public record LiveSettings(
        String interfaceName,
        CaptureWay way,
        String filter,
        int snaplenBytes,
        long bufferBytes,
        boolean promiscuous,
        Direction direction,
        Stamps stamps,
        int workers) {

    /** Holds a second of 500 Mbit/s: longer than a pause of the collector or a flush of the disk takes. */
    public static final long DEFAULT_BUFFER_BYTES = 64L << 20;

    /**
     * The kernel's bound on the sockets of a fanout group is far higher; more than this helps no machine we know of.
     */
    public static final int MAX_WORKERS = 64;

    /** Refuses what no way can do. */
    public LiveSettings {
        if (interfaceName.isBlank()) {
            throw new IllegalArgumentException("the name of an interface is missing");
        }
        if (snaplenBytes < 1 || snaplenBytes > FrameBlock.MAX_FRAME_BYTES) {
            throw new IllegalArgumentException("the snapshot length must be 1 to %d bytes, not %d"
                    .formatted(FrameBlock.MAX_FRAME_BYTES, snaplenBytes));
        }
        if (bufferBytes < 1 << 20 || bufferBytes > 1L << 30) {
            throw new IllegalArgumentException("the buffer must have 1 MiB to 1 GiB, not " + bufferBytes + " bytes");
        }
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException("the workers must be 1 to %d, not %d".formatted(MAX_WORKERS, workers));
        }
    }

    /** All frames of an interface, whole, by the best way there is, stamped by the kernel. */
    public static LiveSettings of(String interfaceName) {
        return new LiveSettings(
                interfaceName,
                CaptureWay.AUTO,
                "",
                FrameBlock.MAX_FRAME_BYTES,
                DEFAULT_BUFFER_BYTES,
                true,
                Direction.BOTH,
                Stamps.KERNEL,
                1);
    }

    /** The same by another way. */
    public LiveSettings withWay(CaptureWay other) {
        return new LiveSettings(
                interfaceName, other, filter, snaplenBytes, bufferBytes, promiscuous, direction, stamps, workers);
    }

    /** The same with another filter. */
    public LiveSettings withFilter(String other) {
        return new LiveSettings(
                interfaceName, way, other, snaplenBytes, bufferBytes, promiscuous, direction, stamps, workers);
    }

    /** The same with another snapshot length. */
    public LiveSettings withSnaplenBytes(int other) {
        return new LiveSettings(
                interfaceName, way, filter, other, bufferBytes, promiscuous, direction, stamps, workers);
    }

    /** The same with another buffer. */
    public LiveSettings withBufferBytes(long other) {
        return new LiveSettings(
                interfaceName, way, filter, snaplenBytes, other, promiscuous, direction, stamps, workers);
    }

    /** The same with or without frames for other hosts. */
    public LiveSettings withPromiscuous(boolean other) {
        return new LiveSettings(
                interfaceName, way, filter, snaplenBytes, bufferBytes, other, direction, stamps, workers);
    }

    /** The same for another direction. */
    public LiveSettings withDirection(Direction other) {
        return new LiveSettings(
                interfaceName, way, filter, snaplenBytes, bufferBytes, promiscuous, other, stamps, workers);
    }

    /** The same with another clock. */
    public LiveSettings withStamps(Stamps other) {
        return new LiveSettings(
                interfaceName, way, filter, snaplenBytes, bufferBytes, promiscuous, direction, other, workers);
    }

    /** The same shared out among another number of ports. */
    public LiveSettings withWorkers(int other) {
        return new LiveSettings(
                interfaceName, way, filter, snaplenBytes, bufferBytes, promiscuous, direction, stamps, other);
    }
}
