package io.wirepath.appliance.synthetic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.NameFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {

    private static final String EVERYTHING = """
            name: shop
            network: exponential 200us
            services:
              web: [w1, w2]
            slow:
              - {node: w2, callee: db, extra: 5ms}
            sniffer: {rate: 120, queue: 8}
            tracelets:
              notice: {call: log, before: 1ms, one-way: yes, request-bytes: 40}
              page:
                call: web
                answer: lognormal 3ms 2ms
                response-bytes: 900
                then:
                  - use: notice
                  - - {call: db, before: uniform 1ms 2ms, answer: gaussian 5ms 1ms}
                    - call: cache
            workloads:
              - {client: user, sequence: [page, page], instances: 7, think: 1s}
            """;

    static List<String> names() {
        return TraceFile.NAMES;
    }

    @ParameterizedTest
    @MethodSource("names")
    void readsTheFilesOfTheProgram(String name) throws IOException {
        assertEquals(name, TraceFile.named(name).configuration().name());
    }

    @Test
    void saysOfWhichFileBytesAreNoText(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("shop.yaml"), new byte[] {'n', (byte) 0xff, ':'});
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> TraceFile.read(file));
        assertEquals(file + ": this is not UTF-8 text", refused.getMessage());
        Failure failure = assertThrows(Failure.class, () -> NameFile.namesOf(file));
        assertEquals(file + ": cannot be read as a list of names: it is not UTF-8 text", failure.getMessage());
    }

    @Test
    void boundsWhatTraceletsExpandTo() {
        StringBuilder doubling = new StringBuilder("name: x\ntracelets:\n  t0: {call: s, answer: 1ms}\n");
        StringBuilder deep = new StringBuilder(doubling);
        for (int i = 1; i < 200; i++) {
            String use = "{use: t" + (i - 1) + "}";
            doubling.append("  t" + i + ": {call: web, answer: 1ms, then: [" + use + ", " + use + "]}\n");
            deep.append("  t" + i + ": {call: web, answer: 1ms, then: [" + use + "]}\n");
        }
        String workload = "workloads: [{client: c, sequence: [t0]}]\n";
        assertEquals(
                "f:16: tracelets.t13.then: with the tracelets that it uses, a request causes more than 10000 calls",
                assertThrows(IllegalArgumentException.class, () -> TraceFile.parse("f", doubling + workload))
                        .getMessage());
        assertEquals(
                "f:103: tracelets.t100.then: with the tracelets that it uses, a request causes more than 100 calls in a row",
                assertThrows(IllegalArgumentException.class, () -> TraceFile.parse("f", deep + workload))
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: \u0001",
                "a: &a [x]\nb: [*a, *a]",
                "name: *nobody",
                "name: &n {services: *n}",
                "? [a]\n: b",
                "a: \ud800",
                "%YAML 9.9\n--- a",
                "- a",
                "name: \"\\x00\""
            })
    void refusesInWordsWhatIsNoTraceFile(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> TraceFile.parse("f", text))
                .getMessage();
        assertTrue(String.valueOf(message).startsWith("f:"), message);
    }

    @Test
    void refusesNestingWithoutEnd() {
        String deep = "a: " + "[".repeat(100_000);
        assertTrue(String.valueOf(assertThrows(IllegalArgumentException.class, () -> TraceFile.parse("f", deep))
                        .getMessage())
                .startsWith("f:"));
    }

    @Test
    void readsEverythingThatAFileCanSay() {
        TraceFile file = TraceFile.parse("shop.yaml", EVERYTHING);
        TraceConfiguration shop = file.configuration();
        assertEquals(new LossySniffer(120, 8), file.sniffer());
        assertEquals(Delay.exponential(0.2), shop.network());
        assertEquals(List.of("w1", "w2"), shop.replicas().get("web"));
        assertEquals(7, shop.workloads().get(0).instances());
        assertEquals(Delay.fixed(1000), shop.workloads().get(0).thinkTime());
        CallTemplate page = shop.workloads().get(0).sequence().get(1);
        assertEquals(Delay.lognormal(3, 2), page.answer());
        assertEquals(900, page.responseBytes());
        assertEquals(2, page.stages().size());
        assertNull(page.stages().get(0).get(0).answer());
        assertEquals(40, page.stages().get(0).get(0).requestBytes());
        assertEquals(2, page.stages().get(1).size());
        assertEquals(Delay.uniform(1, 2), page.stages().get(1).get(0).before());
        GeneratedTrace trace = TraceGenerator.generate(shop, 50, 1);
        assertEquals(50 * 4, trace.calls().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "network: exponential 200us | network: exponential | shop.yaml:2: network: 'exponential' is not a delay",
                "network: exponential 200us | netwrok: 1ms | shop.yaml:2: netwrok: there is no such key",
                "network: exponential 200us | network: [1] | shop.yaml:2: network: a word or a number is wanted",
                "web: [w1, w2] | web: [] | shop.yaml:4: services.web: name at least one node",
                "extra: 5ms | extra: 5 | shop.yaml:6: slow.extra: '5' is not a delay",
                "rate: 120 | rate: 0 | shop.yaml:7: sniffer.rate: a sniffer has a rate above zero",
                "queue: 8 | queue: many | shop.yaml:7: sniffer.queue: 'many' is not a number",
                "one-way: yes | one-way: perhaps | shop.yaml:9: tracelets.notice.one-way: 'perhaps' is neither",
                "one-way: yes | one-way: yes, answer: 1ms | shop.yaml:9: tracelets.notice.answer: a one-way message",
                "call: cache | before: 1ms | shop.yaml:17: tracelets.page.then.call: is missing",
                "use: notice | use: nothing | shop.yaml:15: tracelets.page.then.use: there is no tracelet",
                "response-bytes: 900 | response-bytes: 0 | tracelets.page.response-bytes: 0 is not within 1",
                "instances: 7 | instances: -1 | workloads.instances: -1 is not within 1",
                "sequence: [page, page] | sequence: [] | workloads.sequence: name at least one tracelet",
                "name: shop | name: [ | this is not YAML",
                "name: shop | naming: shop | shop.yaml:1: naming: there is no such key",
            })
    void tellsFileLineAndKeyOfWhatIsWrong(String right, String wrong, String wanted) {
        assertTrue(EVERYTHING.contains(right), right);
        String text = EVERYTHING.replace(right, wrong);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> TraceFile.parse("shop.yaml", text));
        assertTrue(String.valueOf(e.getMessage()).contains(wanted), e.getMessage());
    }

    @Test
    void refusesNamesThatAreNone() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> TraceFile.named("multitier"));
        assertTrue(String.valueOf(e.getMessage()).contains("choose children-parallel"));
        assertThrows(IllegalArgumentException.class, () -> TraceFile.parse("empty.yaml", ""));
    }
}
