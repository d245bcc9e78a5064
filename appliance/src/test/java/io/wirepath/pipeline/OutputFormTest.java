package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a file that is there one looks whose it is before it is replaced, whatever it holds. */
class OutputFormTest {

    private static final int FLIPS = 1500;

    @TempDir
    private Path directory;

    private Path table(String name) throws IOException {
        Path file = directory.resolve(name);
        MessageType schema =
                new MessageType("calls", Types.optional(PrimitiveTypeName.INT64).named("bytes"));
        try (ParquetWriter<Long> writer =
                ParquetWriter.writeFile(schema, file.toFile(), (row, to) -> to.write("bytes", row))) {
            for (long row = 0; row < 100; row++) {
                writer.write(row);
            }
        }
        return file;
    }

    /** One flipped bit of a Parquet file makes it another's or leaves it ours: nothing ends, and nothing fills memory. */
    @Test
    void looksAtDamagedTables() throws IOException {
        Path written = table("written");
        Path there = table("there");
        byte[] bytes = Files.readAllBytes(there);
        assertTrue(OutputForm.PARQUET.isLike(there, written));
        Random random = new Random(1);
        int ours = 0;
        for (int i = 0; i < FLIPS; i++) {
            int bit = random.nextInt(Byte.SIZE * bytes.length);
            byte[] flipped = bytes.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            Files.write(there, flipped);
            ours += OutputForm.PARQUET.isLike(there, written) ? 1 : 0;
        }
        assertTrue(ours > 0 && ours < FLIPS, ours + " of " + FLIPS);
    }
}
