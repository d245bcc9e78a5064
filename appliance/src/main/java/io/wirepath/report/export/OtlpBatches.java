package io.wirepath.report.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Packs spans into requests of bounded size, each a whole {@code ExportTraceServiceRequest} without a line break.
 *
 * <pre>
 *  {"resourceSpans":[ {"resource":…,"scopeSpans":[{…,"spans":[ span , span ]}]} , … ]}
 * </pre>
 */
final class OtlpBatches {

    private static final byte[] BEGIN = bytes("{\"resourceSpans\":[");
    private static final byte[] END_OF_RESOURCE = bytes("]}]}");
    private static final byte[] END = bytes("]}");

    private final int mostBytes;
    private final OtlpWriter.Sink to;
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private byte[] head = new byte[0];
    private boolean inResource;
    private int spans;

    /**
     * Packs.
     *
     * @param mostBytes bound of a request; a single span that is longer goes alone
     */
    OtlpBatches(int mostBytes, OtlpWriter.Sink to) {
        this.mostBytes = mostBytes;
        this.to = to;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The spans that follow are of this resource: everything up to the bracket that opens their list. */
    void resource(String headOfResource) {
        endResource();
        head = bytes(headOfResource);
    }

    /** Adds a span. */
    void span(byte[] json, int length) throws IOException {
        int further = head.length + length + END_OF_RESOURCE.length + END.length + 2;
        if (batch.size() > 0 && batch.size() + further > mostBytes) {
            finish();
        }
        if (batch.size() == 0) {
            batch.writeBytes(BEGIN);
        }
        if (inResource) {
            batch.write(',');
        } else {
            if (batch.size() > BEGIN.length) {
                batch.write(',');
            }
            batch.writeBytes(head);
            inResource = true;
        }
        batch.write(json, 0, length);
        spans++;
    }

    private void endResource() {
        if (inResource) {
            batch.writeBytes(END_OF_RESOURCE);
            inResource = false;
        }
    }

    /** Gives out what is packed. */
    void finish() throws IOException {
        endResource();
        if (batch.size() > 0) {
            batch.writeBytes(END);
            to.batch(batch.toByteArray(), spans);
            batch.reset();
            spans = 0;
        }
    }
}
