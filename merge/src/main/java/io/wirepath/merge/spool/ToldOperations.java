package io.wirepath.merge.spool;

import io.wirepath.merge.log.LogDocument;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the documents of a spool told of operations, by number. Bounded; not thread-safe. */
final class ToldOperations {

    /** A run tells of operations in so many characters; a sniffer that lies tells of no more. */
    private static final int MAX_CHARS = 16 << 20;

    private final Map<Integer, String> texts = new TreeMap<>();
    private int chars;

    /** Takes what this document tells of one, if it does. */
    void take(ByteBuffer document, DocumentCheck check) {
        if (SpoolDocument.kind(document) == SpoolDocument.OPERATION && check.isSound(document)) {
            ByteBuffer rest = document.duplicate().order(document.order()).position(SpoolDocument.REST_AT);
            int number = rest.getShort() & 0xffff;
            String text = LogDocument.takeText(rest);
            if (chars + text.length() <= MAX_CHARS) {
                String before = texts.put(number, text);
                chars += text.length() - (before == null ? 0 : before.length());
            }
        }
    }

    /** What this number means, by what was told so far; null where nothing was. */
    @Nullable
    String text(int number) {
        return texts.get(number);
    }

    /** All of them, read-only. */
    Map<Integer, String> all() {
        return texts;
    }

    /** The next run counts anew. */
    void clear() {
        texts.clear();
        chars = 0;
    }
}
