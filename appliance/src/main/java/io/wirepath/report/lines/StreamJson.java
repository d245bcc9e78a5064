package io.wirepath.report.lines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.wirepath.flows.stream.StreamRow;
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

    private final JsonGenerator json;

    /** Prints to this stream, in large pieces. */
    public StreamJson(OutputStream to) throws IOException {
        json = new JsonFactory().createGenerator(to);
        json.setPrettyPrinter(new MinimalPrettyPrinter(""));
    }

    @Override
    public void print(StreamRow row) throws IOException {
        json.writeStartObject();
        json.writeStringField("capture", row.capture());
        json.writeStringField("transport", row.transport());
        json.writeStringField("source", row.source());
        json.writeStringField("destination", row.destination());
        json.writeNumberField("bytes", row.bytes());
        json.writeNumberField("missing", row.missing());
        json.writeStringField("sha256", row.sha256());
        json.writeNumberField("start", row.startNanos());
        json.writeNumberField("end", row.endNanos());
        json.writeNumberField("segments", row.segments());
        json.writeNumberField("retransmitted_segments", row.retransmittedSegments());
        json.writeNumberField("retransmitted_bytes", row.retransmittedBytes());
        json.writeNumberField("mirror_copies", row.mirrorCopies());
        json.writeNumberField("reordered_segments", row.reorderedSegments());
        json.writeNumberField("overlap_conflicts", row.overlapConflicts());
        json.writeNumberField("keep_alives", row.keepAlives());
        json.writeNumberField("cut_bytes", row.cutBytes());
        json.writeNumberField("discarded_bytes", row.discardedBytes());
        json.writeBooleanField("midstream", row.midstream());
        if (!row.outer().isEmpty()) {
            json.writeFieldName("outer");
            json.writeRawValue(OuterText.of(row.outer()));
        }
        json.writeEndObject();
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
