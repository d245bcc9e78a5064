package io.wirepath.appliance.sniff;

import io.wirepath.flows.Protocol;
import io.wirepath.sniffer.CaptureException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Changes sniffers while they run, without losing a frame: by SIGHUP, or by any other control. Each change is
 * logged and written into the spools. Thread-safe.
 */
public final class SniffControl {

    private final List<Sniffer> sniffers;

    SniffControl(List<Sniffer> sniffers) {
        this.sniffers = List.copyOf(sniffers);
    }

    /**
     * Keeps this share of the connections, each as a whole.
     *
     * @param share above 0 to 1
     */
    public void sample(double share) {
        String sentence = share >= 1
                ? "All connections are watched."
                : String.format(Locale.ROOT, "%.4g %% of the connections are watched.", 100 * share);
        sniffers.forEach(sniffer -> sniffer.tune(tuning -> tuning.withSampledShare(share), sentence));
    }

    /**
     * Changes which frames are wanted.
     *
     * @param expression as in pcap-filter(7); empty for all frames
     * @throws CaptureException when it is wrong; then nothing changes at the interface that refused it and at those
     *     after it
     */
    public void filter(String expression) throws CaptureException {
        for (Sniffer sniffer : sniffers) {
            sniffer.setFilter(expression);
        }
    }

    /** Looks for these protocols in connections that begin from now on. */
    public void lookFor(Set<Protocol> framers) {
        String names = framers.isEmpty()
                ? "none"
                : String.join(
                        ", ", framers.stream().sorted().map(Protocol::name).toList());
        sniffers.forEach(sniffer ->
                sniffer.tune(tuning -> tuning.withFramers(framers), "Protocols that are looked for: " + names + "."));
    }
}
