package io.wirepath.report.lines;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.wirepath.analyze.field.Fields;
import io.wirepath.flows.stream.StreamRow;
import io.wirepath.report.FieldJson;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/**
 * Flows as JSON lines; every line has every field but {@code outer}, which only flows inside tunnels, tags or labels
 * have. Times are integer nanoseconds since the epoch.
 *
 * <pre>
 *  {"capture":"a.pcap","transport":"tcp","source":"10.0.0.1:40112","destination":"10.0.0.2:80","bytes":181,"missing":0,
 *   "sha256":"9f86…","start":1795244718000001000,"end":1795244718000731000,"segments":2,"retransmitted_segments":0,
 *   "retransmitted_bytes":0,"mirror_copies":2,"reordered_segments":0,"overlap_conflicts":0,"keep_alives":0,
 *   "cut_bytes":0,"discarded_bytes":0,"midstream":false,
 *   "outer":[{"kind":"vlan","id":7},{"kind":"vxlan","id":5001,"source":"192.0.2.1","destination":"192.0.2.2"}]}
 *  {"capture":"a.pcap","frames":3,"fates":{"used_tcp":2,"arp":1},"counters":{"vlan_tag":2,"vxlan":2,"segments":2}}
 * </pre>
 */
public final class StreamJson implements StreamLines {

    private static final Fields<StreamRow> FIELDS = Fields.<StreamRow>of("Stream", "A flow.")
            .text("capture", "The file.", StreamRow::capture)
            .text("transport", "tcp or udp.", StreamRow::transport)
            .text("source", "Endpoint of the sender.", StreamRow::source)
            .text("destination", "Endpoint of the receiver.", StreamRow::destination)
            .bytes("bytes", "Payload present.", StreamRow::bytes)
            .bytes("missing", "Payload missing.", StreamRow::missing)
            .text("sha256", "Of the bytes in order, holes as zeros.", StreamRow::sha256)
            .orNull()
            .count("start", "When the first payload was captured, ns.", StreamRow::startNanos)
            .count("end", "When the last was.", StreamRow::endNanos)
            .count("segments", "Segments used.", StreamRow::segments)
            .count("retransmitted_segments", "Segments seen before, in part.", StreamRow::retransmittedSegments)
            .bytes("retransmitted_bytes", "Payload seen before.", StreamRow::retransmittedBytes)
            .count("mirror_copies", "Segments that the mirror delivered once more.", StreamRow::mirrorCopies)
            .count("reordered_segments", "Segments that came before an earlier one.", StreamRow::reorderedSegments)
            .count("overlap_conflicts", "Segments with other bytes for a place.", StreamRow::overlapConflicts)
            .count("keep_alives", "Keep-alive probes.", StreamRow::keepAlives)
            .bytes("cut_bytes", "Payload that the snapshot length cut off.", StreamRow::cutBytes)
            .bytes("discarded_bytes", "Payload of no stream.", StreamRow::discardedBytes)
            .truth("midstream", "Whether its start was not captured.", StreamRow::midstream)
            .document(
                    "outer",
                    null,
                    "Layers around it.",
                    row -> row.outer().isEmpty() ? null : new POJONode(new RawValue(OuterText.of(row.outer()))))
            .ifKnown();

    private final JsonGenerator json;

    /** Prints to this stream, in large pieces. */
    public StreamJson(OutputStream to) throws IOException {
        json = new ObjectMapper().createGenerator(to);
        json.setPrettyPrinter(new MinimalPrettyPrinter(""));
    }

    @Override
    public void print(StreamRow row) throws IOException {
        json.writeTree(FieldJson.of(FIELDS, row));
        json.writeRaw('\n');
    }

    @Override
    public void printCounters(String capture, long frames, List<CounterSet.Value> fates, List<CounterSet.Value> others)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("capture", capture);
        json.writeNumberField("frames", frames);
        writeCounters("fates", fates);
        writeCounters("counters", others);
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private void writeCounters(String field, List<CounterSet.Value> counters) throws IOException {
        json.writeObjectFieldStart(field);
        for (CounterSet.Value each : counters) {
            if (each.value() != 0) {
                json.writeNumberField(each.counter().name().toLowerCase(Locale.ROOT), each.value());
            }
        }
        json.writeEndObject();
    }

    @Override
    public void flush() throws IOException {
        json.flush();
    }
}
