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

    /** All frames of an interface, whole, by the best way there is, stamped by the kernel, unless set otherwise. */
    public static Builder of(String interfaceName) {
        return new Builder(interfaceName);
    }

    /** Takes what is to be other than usual; each setter is named after its component. Not thread-safe. */
    public static final class Builder {
        private final String interfaceName;
        private CaptureWay way = CaptureWay.AUTO;
        private String filter = "";
        private int snaplenBytes = FrameBlock.MAX_FRAME_BYTES;
        private long bufferBytes = DEFAULT_BUFFER_BYTES;
        private boolean promiscuous = true;
        private Direction direction = Direction.BOTH;
        private Stamps stamps = Stamps.KERNEL;
        private int workers = 1;

        private Builder(String interfaceName) {
            this.interfaceName = interfaceName;
        }

        public Builder way(CaptureWay value) {
            way = value;
            return this;
        }

        public Builder filter(String value) {
            filter = value;
            return this;
        }

        public Builder snaplenBytes(int value) {
            snaplenBytes = value;
            return this;
        }

        public Builder bufferBytes(long value) {
            bufferBytes = value;
            return this;
        }

        public Builder promiscuous(boolean value) {
            promiscuous = value;
            return this;
        }

        public Builder direction(Direction value) {
            direction = value;
            return this;
        }

        public Builder stamps(Stamps value) {
            stamps = value;
            return this;
        }

        public Builder workers(int value) {
            workers = value;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException for what no way can do
         */
        public LiveSettings build() {
            return new LiveSettings(
                    interfaceName, way, filter, snaplenBytes, bufferBytes, promiscuous, direction, stamps, workers);
        }
    }
}
