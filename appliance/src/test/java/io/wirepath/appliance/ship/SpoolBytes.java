package io.wirepath.appliance.ship;

import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a spool holds, to compare two of them byte by byte. */
public final class SpoolBytes {

    private SpoolBytes() {}

    /** Copies of all documents, in order. */
    public static List<ByteBuffer> documents(Path spool) throws SpoolException {
        List<ByteBuffer> all = new ArrayList<>();
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.next()) {
                ByteBuffer document = reader.document();
                all.add(ByteBuffer.allocate(document.remaining()).put(document).flip());
            }
        }
        return all;
    }
}
