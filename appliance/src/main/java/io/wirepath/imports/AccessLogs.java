package io.wirepath.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;

/**
 * Access logs of web servers and balancers: Common, Combined, HAProxy's, and JSON objects. A line is a request and its
 * response, seen at the server; where it tells of upstreams, the calls of those too.
 */
final class AccessLogs implements TraceFormat {

    @Override
    public String name() {
        return "access log";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        return CombinedLog.isLine(firstLine)
                || HaproxyLog.isLine(firstLine)
                || firstLine.startsWith("{") && firstLine.contains("\"status\"");
    }

    @Override
    public void prepare(TraceLines text, TraceSet set) {
        // one time of each message: nothing of clocks
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        AccessRows made = new AccessRows(rows, ImportedEnd.named(text.sniffer(), 0));
        text.each("no JSON object", line -> made.add(entry(line)));
    }

    private static AccessEntry entry(String line) throws JsonProcessingException {
        if (line.startsWith("{")) {
            return JsonAccessLog.read(line);
        }
        return HaproxyLog.isLine(line) ? HaproxyLog.read(line) : CombinedLog.read(line);
    }
}
