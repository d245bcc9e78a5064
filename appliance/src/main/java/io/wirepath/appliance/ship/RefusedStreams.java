package io.wirepath.appliance.ship;

import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.causes.LruMap;
import io.wirepath.report.text.Figures;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;

/** Tells which streams were refused: of each address the first, and each doubling of their number. Thread-safe. */
final class RefusedStreams {

    /** Addresses that are remembered: those that were refused last. */
    private static final int MAX_ADDRESSES = 4096;

    private final Consumer<String> log;
    private final Map<String, Long> byAddress = new LruMap<>(MAX_ADDRESSES);

    RefusedStreams(Consumer<String> log) {
        this.log = LogBudget.of(log, System::nanoTime);
    }

    /** A stream was refused. What the reason tells may come from who was refused. */
    synchronized void add(SnifferIdentity.Peer peer, String reason) {
        String address = peer.remote() instanceof InetSocketAddress internet
                ? internet.getAddress().getHostAddress()
                : "an unknown address";
        long count = byAddress.merge(address, 1L, Long::sum);
        if (Long.bitCount(count) == 1) {
            log.accept(count + " streams of sniffers refused from " + address + "; the latest: "
                    + Figures.printable(reason));
        }
    }
}
