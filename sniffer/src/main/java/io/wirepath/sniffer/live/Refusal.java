package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.live.system.PcapException;
import io.wirepath.sniffer.live.system.SystemException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Says to a person why an interface cannot be captured, and what to do. */
final class Refusal {

    private Refusal() {}

    static CaptureException noSuchInterface(String name, List<String> names) {
        return new CaptureException(
                name,
                "there is no such interface",
                names.isEmpty() ? "see 'ip link'" : "there are " + String.join(", ", names));
    }

    static CaptureException down(String name) {
        return new CaptureException(name, "the interface is down", "bring it up: ip link set " + name + " up");
    }

    static CaptureException noPermission(String name, IOException cause) {
        return new CaptureException(
                name,
                "there is no permission to capture",
                "run as root, grant CAP_NET_RAW by a systemd unit (AmbientCapabilities=CAP_NET_RAW), or"
                        + " use setpriv --inh-caps +net_raw --ambient-caps +net_raw",
                cause);
    }

    static CaptureException wrongFilter(String name, String expression, IOException cause) {
        return new CaptureException(
                name,
                "the filter '%s' is wrong (%s)".formatted(expression, cause.getMessage()),
                "see pcap-filter(7) for how to write one",
                cause);
    }

    static CaptureException cannotStamp(String name, String reason) {
        return new CaptureException(
                name, "the card cannot stamp the frames (" + reason + ")", "let the kernel stamp them");
    }

    static CaptureException cannotShareOut(String name, CaptureWay way) {
        return new CaptureException(
                name,
                "frames cannot be shared out among rings by " + way.name().toLowerCase(Locale.ROOT),
                "capture with afpacket, or with one ring");
    }

    static CaptureException notThisWay(String name, CaptureWay way, String reason) {
        return new CaptureException(
                name,
                "cannot be captured by %s (%s)".formatted(way.name().toLowerCase(Locale.ROOT), reason),
                "choose another way, or auto");
    }

    /** What a failed attempt by this way means. */
    static CaptureException of(String name, CaptureWay way, IOException cause) {
        if (cause instanceof CaptureException known) {
            return known;
        }
        boolean pcap = cause instanceof PcapException;
        if (pcap && ((PcapException) cause).isMissingPermission()
                || cause instanceof SystemException system && system.isMissingPermission()) {
            return noPermission(name, cause);
        }
        if (pcap && ((PcapException) cause).isDown()) {
            return down(name);
        }
        if (pcap && ((PcapException) cause).isMissingInterface()) {
            return noSuchInterface(name, List.of());
        }
        return notThisWay(name, way, String.valueOf(cause.getMessage()));
    }
}
