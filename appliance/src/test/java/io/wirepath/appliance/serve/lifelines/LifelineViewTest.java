package io.wirepath.appliance.serve.lifelines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.CallRecordWriter;
import io.wirepath.report.CallRecords;
import io.wirepath.report.ManyCalls;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SampleReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LifelineViewTest {

    private static final long START = 1_795_196_940_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static byte[] written(Analysis analysis) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CallRecordWriter.write(analysis, Channels.newChannel(bytes));
        return bytes.toByteArray();
    }

    private static CallRecords records(Analysis analysis) throws IOException {
        return CallRecords.read(ByteBuffer.wrap(written(analysis))).orElseThrow();
    }

    private static JsonNode seen(long from, long to, int pixels, String node, List<LifelineView.Part> parts)
            throws IOException {
        return JSON.valueToTree(LifelineViewJson.of(
                new LifelineView(new TimeSpan(from, to), new TimeSpan(from, to), pixels, node, parts), 0));
    }

    @Test
    void countsThePartThatIsSeenOfWhatIsDrawn() throws IOException {
        TimeSpan drawn = new TimeSpan(START, START + 2 * SECOND);
        TimeSpan seen = new TimeSpan(START + SECOND, START + SECOND + 100_000_000);
        JsonNode view = LifelineViewJson.of(new LifelineView(drawn, seen, 1000, "", minute(2000)), 0);
        assertEquals(4, view.path("calls").asInt(), "at 1.02 and 1.08 s");
        assertEquals(2, view.path("requests").asInt());
        assertEquals(68, view.path("begin").size(), "of two seconds");
    }

    private static List<LifelineView.Part> minute(int calls) throws IOException {
        return List.of(new LifelineView.Part("w", records(ManyCalls.analysis(START, calls))));
    }

    @Test
    void givesTheCallsOfAStretchToTheNanosecond() throws IOException {
        JsonNode view = seen(START + SECOND, START + SECOND + 100_000_000, 1000, "", minute(2000));
        assertEquals(4, view.path("calls").asInt(), "at 1.02 and 1.08 s");
        assertEquals(2, view.path("requests").asInt());
        assertEquals("[\"client\",\"web\",\"db\"]", view.path("nodes").toString());
        assertEquals("[20000000,21000000,80000000,81000000]", view.path("begin").toString());
        assertEquals("[3060000,1040000,3060000,1040000]", view.path("took").toString());
        assertEquals("[50000,30000,50000,30000]", view.path("requestWay").toString());
        assertEquals("[34,34,36,36]", view.path("root").toString());
        assertEquals("[0,1,0,1]", view.path("from").toString());
    }

    @Test
    void drawsOneOfWhatLooksTheSameAndCountsAll() throws IOException {
        JsonNode view = seen(START, START + 61 * SECOND, 610, "", minute(100_000));
        assertEquals(100_000, view.path("calls").asInt());
        assertEquals(50_000, view.path("requests").asInt());
        int drawn = view.path("begin").size();
        assertTrue(drawn >= 1200 && drawn <= 3 * 1200, drawn + " calls are drawn in 610 pixels");
        double messages = 0;
        for (JsonNode each : view.path("messages")) {
            messages += each.asDouble();
        }
        assertEquals(200_000, messages);
        assertEquals(50_000 * 3.06e-3 / 60, view.path("inFlight").get(300).asDouble(), 0.01);
    }

    @Test
    void pairsOfNodesAreNotDrawnInRows() throws IOException {
        JsonNode view = seen(START, START + 60 * SECOND, 60, "", minute(100_000));
        long grain = view.path("grainNanos").asLong();
        List<List<Long>> offsets = List.of(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < view.path("begin").size(); i++) {
            long begin = view.path("begin").get(i).asLong();
            offsets.get(view.path("from").get(i).asInt()).add(begin % grain);
        }
        offsets.forEach(each -> each.sort(null));
        long first = offsets.get(0).get(offsets.get(0).size() / 2);
        long second = offsets.get(1).get(offsets.get(1).size() / 2);
        assertTrue(Math.abs(first - second) > grain / 50, first + " and " + second + " of " + grain);
    }

    @Test
    void isCoarserWhereThereIsStillTooMuch() throws IOException {
        JsonNode view = seen(START, START + 60 * SECOND, 1_000_000, "", minute(100_000));
        assertTrue(view.path("begin").size() <= LifelineView.MAX_DRAWN);
        assertTrue(view.path("grainNanos").asLong() > 60_000, "nanoseconds of a pixel are 60,000");
        JsonNode fine = seen(START, START + 29 * SECOND, 1_000_000, "", minute(100_000));
        assertEquals(fine.path("calls").asInt(), fine.path("begin").size(), "all are drawn");
    }

    @Test
    void aSegmentThatWasSentAgainIsAPointWithItsWait() throws IOException {
        JsonNode points = seen(START, START + SECOND, 1000, "", minute(2000)).path("points");
        assertEquals(2, points.size());
        assertEquals("resent", points.get(1).path("kind").asText());
        assertEquals(602_040_000, points.get(1).path("at").asLong());
        assertEquals(300_000, points.get(1).path("waited").asLong());
        assertEquals(1, points.get(1).path("node").asInt(), "web waited for db's answer");
    }

    @Test
    void drawsCallsBetweenTheBusiestNodesAndCountsTheOthers() throws IOException {
        int callers = LifelineView.MAX_LANES + 10;
        CallRecords records = records(ManyCalls.ofManyCallers(START, callers));
        List<LifelineView.Part> parts = List.of(new LifelineView.Part("w", records));
        JsonNode view = seen(START, START + 60 * SECOND, 100_000, "", parts);
        assertEquals(callers * (callers + 1) / 2, view.path("calls").asInt());
        assertEquals(11, view.path("nodesLeftOut").asInt(), "web and 119 callers have lanes");
        assertEquals(66, view.path("callsLeftOut").asInt(), "1 to 11 calls of the first eleven");
        assertEquals(LifelineView.MAX_LANES, view.path("nodes").size());
        assertEquals(
                view.path("calls").asInt() - 66,
                view.path("begin").size(),
                "each of the others is drawn: they are a millisecond apart");
        JsonNode found = seen(START, START + 60 * SECOND, 100_000, "caller7", parts);
        assertEquals(0, found.path("nodesLeftOut").asInt(), "a name that is searched for has a lane");
        assertEquals(7 + 745, found.path("begin").size(), "caller7 and caller70 to caller79");
    }

    @Test
    void findsNodesByName() throws IOException {
        JsonNode view = seen(START, START + SECOND, 1000, "DB", minute(2000));
        assertEquals("[\"web\",\"db\"]", view.path("nodes").toString());
        assertEquals(17, view.path("calls").asInt());
    }

    @Test
    void aRequestIsAsTheReportHasItButForItsExplanation() throws IOException {
        Analysis analysis = ManyCalls.analysis(START, 40);
        CallRecords records = records(analysis);
        ObjectNode report = ReportJson.of(new Report("a", "0", analysis, List.of(), Map.of(), List.of()));
        assertEquals(20, report.path("requests").size());
        for (JsonNode request : report.path("requests")) {
            ObjectNode kept =
                    KeptRequest.of(records, request.path("call").asInt() + 1).orElseThrow();
            assertEquals(plain(request), plain(kept));
        }
        assertEquals(Optional.empty(), KeptRequest.of(records, 40));
    }

    private static String plain(JsonNode request) {
        ObjectNode copy = request.deepCopy();
        copy.remove("path");
        copy.put("probability", Math.round(1e6 * copy.path("probability").asDouble()));
        copy.path("calls").forEach(call -> {
            ObjectNode each = (ObjectNode) call;
            each.remove("otherCauses");
            each.put("probability", Math.round(1e6 * each.path("probability").asDouble()));
        });
        TreeMap<String, Object> sorted = new TreeMap<>();
        copy.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
        List<Object> calls = new ArrayList<>();
        copy.path("calls").forEach(call -> calls.add(JSON.convertValue(call, TreeMap.class)));
        sorted.put("calls", calls);
        return sorted.toString();
    }

    @Test
    void namesStayAsTheyWere() throws IOException {
        CallRecords records = records(SampleReport.make().analysis());
        assertTrue(records.names().contains(SampleReport.HOSTILE_NAME));
        assertEquals(3, records.size());
    }

    @Test
    void whatIsDamagedIsNothingOrSound() throws IOException {
        byte[] whole = written(ManyCalls.analysis(START, 40));
        SplittableRandom random = new SplittableRandom(1);
        int sound = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] bytes = whole.clone();
            for (int change = 0; change < 3; change++) {
                bytes[random.nextInt(random.nextBoolean() ? 64 : bytes.length)] = (byte) random.nextInt();
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            Optional<CallRecords> read = CallRecords.read(ByteBuffer.wrap(Arrays.copyOf(bytes, length)));
            if (read.isPresent()) {
                sound++;
                LifelineView view = new LifelineView(
                        new TimeSpan(START, START + SECOND),
                        new TimeSpan(START, START + SECOND),
                        100,
                        "",
                        List.of(new LifelineView.Part("w", read.get())));
                LifelineViewJson.of(view, 0);
                for (int call = 0; call < read.get().size(); call++) {
                    KeptRequest.of(read.get(), call);
                }
            }
        }
        assertTrue(sound > 100, sound + " of 3000 were still sound");
    }
}
