package io.wirepath.appliance.sniff;

import io.wirepath.appliance.ship.ShippingStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Tells why spools are not sent, once for each reason, and when they are sent again. Thread-safe. */
final class ShippingLog {

    private final Consumer<String> log;
    private final Map<String, String> latest = new HashMap<>();

    ShippingLog(Consumer<String> log) {
        this.log = log;
    }

    /** Looks at how the shipping of a sniffer's spool stands now. */
    synchronized void look(String sniffer, ShippingStatus status) {
        String problem = status.problem();
        if (!problem.equals(latest.getOrDefault(sniffer, ""))) {
            latest.put(sniffer, problem);
            log.accept("shipping of " + sniffer
                    + (problem.isEmpty() ? " goes on" : ": " + problem + "; what is not sent stays in its spool"));
        }
    }

    /** Looks when nobody waits any more: what was not kept at the other end by then is told. */
    void end(String sniffer, ShippingStatus status, long lastNumber) {
        look(sniffer, status);
        long left = lastNumber - status.keptNumber();
        if (left > 0) {
            String silent = !status.connected() && status.problem().isEmpty() ? ", as nobody has answered yet" : "";
            log.accept("shipping of " + sniffer + ": up to " + left + " records were not sent in time" + silent
                    + "; they stay in its spool, and the next start sends them");
        }
    }
}
