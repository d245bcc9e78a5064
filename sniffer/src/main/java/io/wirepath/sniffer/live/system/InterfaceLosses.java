package io.wirepath.sniffer.live.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The frames that an interface and the kernel behind it have lost since this was made, by the kernel's own figures for
 * the interface. Used by one thread at a time.
 *
 * @see <a href="https://docs.kernel.org/networking/statistics.html">Interface statistics</a>
 */
public final class InterfaceLosses {

    private final Path statistics;
    private final Figure missed = new Figure("rx_missed_errors");
    private final Figure overrun = new Figure("rx_fifo_errors");
    private final Figure dropped = new Figure("rx_dropped");

    /** Counts from now on. */
    public InterfaceLosses(String interfaceName) {
        statistics = Path.of("/sys/class/net", interfaceName, "statistics");
        refresh();
    }

    /** Looks at the figures; a figure that has become smaller started again with the interface. */
    public void refresh() {
        missed.refresh();
        overrun.refresh();
        dropped.refresh();
    }

    /** Frames for which the card had no room. */
    public long byInterface() {
        return missed.sum + overrun.sum;
    }

    /** Frames that the kernel took from the card and threw away, such as for a full backlog. */
    public long byKernel() {
        return dropped.sum;
    }

    private final class Figure {
        private final String name;
        private long last = -1;
        private long sum;

        Figure(String name) {
            this.name = name;
        }

        void refresh() {
            long now = read();
            if (now < 0) {
                return;
            }
            if (last >= 0) {
                sum += now >= last ? now - last : now;
            }
            last = now;
        }

        private long read() {
            try {
                return Long.parseLong(Files.readString(statistics.resolve(name)).trim());
            } catch (IOException | NumberFormatException e) {
                return -1;
            }
        }
    }
}
