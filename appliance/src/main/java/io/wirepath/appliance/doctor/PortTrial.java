package io.wirepath.appliance.doctor;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.CaptureWay;
import io.wirepath.sniffer.live.LivePort;
import io.wirepath.sniffer.live.LivePorts;
import io.wirepath.sniffer.live.LiveSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Captures from an interface for a moment, to see which ways work and what passes.
 *
 * @param name the interface
 * @param seconds how long
 */
record PortTrial(String name, int seconds) {

    private static final long NANOS = 1_000_000_000L;
    private static final int BUFFER_BYTES = 1 << 22;
    private static final int ETHERNET = 1;

    /** Tries, and says what to think of it. */
    List<CheckResult> results() {
        List<CheckResult> results = new ArrayList<>();
        try (LivePort port = LivePorts.open(settings(CaptureWay.AFPACKET))) {
            results.add(CheckResult.ok(name, "the kernel's ring works (TPACKET_V3), promiscuous mode, too"));
            results.addAll(watch(port));
        } catch (CaptureException e) {
            results.add(CheckResult.warning(
                    name, "the kernel's ring does not work: " + e.problem(), e.remedy() + "; libpcap is tried next"));
            results.addAll(byLibpcap());
        } catch (IOException e) {
            results.add(failed(e));
        }
        return results;
    }

    private List<CheckResult> byLibpcap() {
        try (LivePort port = LivePorts.open(settings(CaptureWay.LIBPCAP))) {
            List<CheckResult> results = new ArrayList<>(List.of(CheckResult.ok(name, "libpcap works")));
            results.addAll(watch(port));
            return results;
        } catch (CaptureException e) {
            return List.of(CheckResult.bad(name, "cannot be captured: " + e.problem(), e.remedy()));
        } catch (IOException e) {
            return List.of(failed(e));
        }
    }

    private CheckResult failed(IOException e) {
        return CheckResult.bad(name, "capturing failed: " + e.getMessage(), "check the interface with 'ip link'");
    }

    private LiveSettings settings(CaptureWay way) {
        return LiveSettings.of(name).way(way).bufferBytes(BUFFER_BYTES).build();
    }

    private List<CheckResult> watch(LivePort port) throws IOException {
        if (port.facts().linkType() != ETHERNET) {
            return List.of(CheckResult.ok(name, "link type " + port.facts().linkType() + ", no Ethernet"));
        }
        TrafficSample sample = new TrafficSample(InterfaceState.ownAddresses());
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        long end = System.nanoTime() + seconds * NANOS;
        while (System.nanoTime() - end < 0 && port.fill(block)) {
            for (int i = 0; i < block.count(); i++) {
                sample.add(block.bytes(), block.offset(i), block.capturedLength(i));
            }
        }
        return sample.results(name, seconds);
    }
}
