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
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        try (LivePort port = LivePorts.open(settings(CaptureWay.AFPACKET))) {
            findings.add(Finding.ok(name, "the kernel's ring works (TPACKET_V3), promiscuous mode, too"));
            findings.addAll(watch(port));
        } catch (CaptureException e) {
            findings.add(Finding.warning(
                    name, "the kernel's ring does not work: " + e.problem(), e.remedy() + "; libpcap is tried next"));
            findings.addAll(byLibpcap());
        } catch (IOException e) {
            findings.add(failed(e));
        }
        return findings;
    }

    private List<Finding> byLibpcap() {
        try (LivePort port = LivePorts.open(settings(CaptureWay.LIBPCAP))) {
            List<Finding> findings = new ArrayList<>(List.of(Finding.ok(name, "libpcap works")));
            findings.addAll(watch(port));
            return findings;
        } catch (CaptureException e) {
            return List.of(Finding.bad(name, "cannot be captured: " + e.problem(), e.remedy()));
        } catch (IOException e) {
            return List.of(failed(e));
        }
    }

    private Finding failed(IOException e) {
        return Finding.bad(name, "capturing failed: " + e.getMessage(), "check the interface with 'ip link'");
    }

    private LiveSettings settings(CaptureWay way) {
        return LiveSettings.of(name).withWay(way).withBufferBytes(BUFFER_BYTES);
    }

    private List<Finding> watch(LivePort port) throws IOException {
        if (port.facts().linkType() != ETHERNET) {
            return List.of(Finding.ok(name, "link type " + port.facts().linkType() + ", no Ethernet"));
        }
        TrafficSample sample = new TrafficSample(InterfaceFacts.ownAddresses());
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        long end = System.nanoTime() + seconds * NANOS;
        while (System.nanoTime() - end < 0 && port.fill(block)) {
            for (int i = 0; i < block.count(); i++) {
                sample.add(block.bytes(), block.offset(i), block.capturedLength(i));
            }
        }
        return sample.findings(name, seconds);
    }
}
