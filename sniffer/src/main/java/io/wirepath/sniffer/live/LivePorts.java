package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.live.system.PcapCapture;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Opens interfaces, by the way that the settings name or the best that works here. */
public final class LivePorts {

    private static final boolean LINUX =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux");

    /** libpcap's name for all interfaces at once, which is no interface. */
    private static final String ANY = "any";

    private LivePorts() {}

    /** As {@link #open(LiveSettings, Consumer)}, with the notices thrown away. */
    public static LivePort open(LiveSettings settings) throws CaptureException {
        return open(settings, notice -> {});
    }

    /**
     * Opens one port that gets all frames; with several workers, those of all of them by turns.
     *
     * @param notices told, by the thread that fills, a line for a person when the interface goes down or comes back
     * @throws CaptureException when there is no such interface, when its capture is not permitted, when the filter is
     *     wrong, or when the way that was asked for cannot do this
     */
    public static LivePort open(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        if (settings.workers() == 1) {
            return openAll(settings, notices).get(0);
        }
        if (settings.way() == CaptureWay.LIBPCAP) {
            throw Refusal.cannotShareOut(settings.interfaceName(), settings.way());
        }
        return new SharedPort(openRing(settings, notices));
    }

    /**
     * Opens as many ports as the settings have workers, which do not come back when the interface is replaced. Each
     * connection, both directions and all fragments, is seen by one of them; each is to be read by a thread of its own.
     * The interface's own losses are counted by the first.
     */
    static List<LivePort> openAll(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        return switch (settings.way()) {
            case AUTO -> openBest(settings, notices);
            case AFPACKET -> List.copyOf(openRing(settings, notices));
            case LIBPCAP -> List.of(openLibpcap(settings, notices));
        };
    }

    private static List<LivePort> openBest(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        boolean filterNeedsLibpcap = !settings.filter().isBlank() && !PcapCapture.isPresent();
        boolean ring = LINUX && !settings.interfaceName().equals(ANY) && !filterNeedsLibpcap;
        if (ring && AfPacketSocket.isFit(settings.interfaceName()) || settings.workers() > 1) {
            return List.copyOf(openRing(settings, notices));
        }
        return List.of(openLibpcap(settings, notices));
    }

    private static List<AfPacketPort> openRing(LiveSettings settings, Consumer<String> notices)
            throws CaptureException {
        if (!LINUX) {
            throw Refusal.notThisWay(settings.interfaceName(), CaptureWay.AFPACKET, "this is not Linux");
        }
        return AfPacketPort.open(settings, SystemClock.INSTANCE, notices);
    }

    private static LivePort openLibpcap(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        String name = settings.interfaceName();
        if (settings.workers() > 1) {
            throw Refusal.cannotShareOut(name, CaptureWay.LIBPCAP);
        }
        if (LINUX && !name.equals(ANY)) {
            AfPacketSocket.checkIsThere(name);
        }
        if (!PcapCapture.isPresent()) {
            throw Refusal.notThisWay(name, CaptureWay.LIBPCAP, "there is no libpcap: apt-get install libpcap0.8");
        }
        return LibpcapPort.open(settings, SystemClock.INSTANCE, notices);
    }
}
