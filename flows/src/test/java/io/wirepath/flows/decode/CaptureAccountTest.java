package io.wirepath.flows.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On every capture that the tests have: frames in = the sum of their fates. */
class CaptureAccountTest {

    static List<Path> captures() throws IOException, URISyntaxException {
        URL folder = CaptureAccountTest.class.getResource("/captures");
        assertNotNull(folder);
        URI place = folder.toURI();
        try (Stream<Path> files = Files.list(Path.of(place))) {
            return files.filter(file -> file.toString().contains(".pcap"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyFrameIsInOneCounter(Path capture) throws IOException {
        PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        PacketIndex index = new PacketIndex(block);
        long frames = 0;
        try (FrameSource source = CaptureFile.open(capture.toString())) {
            while (source.fill(block)) {
                decoder.decode(block, index);
                frames += block.count();
            }
        }
        long fates = decoder.counters().values().stream()
                .mapToLong(CounterSet.Value::value)
                .sum();
        assertEquals(frames, fates);
        assertEquals(frames, decoder.framesIn());
    }
}
