package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Formats that are recognised only to tell the user how to convert them. */
enum ForeignFormat {
    ZSTD("is compressed with zstd", "decompress it first: zstd -dc FILE | wirepath ... -", 0x28, 0xb5, 0x2f, 0xfd),
    XZ("is compressed with xz", "decompress it first: xz -dc FILE | wirepath ... -", 0xfd, '7', 'z', 'X', 'Z'),
    BZIP2("is compressed with bzip2", "decompress it first: bzip2 -dc FILE | wirepath ... -", 'B', 'Z', 'h'),
    LZ4("is compressed with lz4", "decompress it first: lz4 -dc FILE | wirepath ... -", 0x04, 0x22, 0x4d, 0x18),
    ZIP("is a zip archive", "unpack it first: unzip FILE", 'P', 'K', 3, 4),
    GZIP("is compressed twice", "decompress it once: gzip -dc FILE | wirepath ... -", 0x1f, 0x8b),
    SNOOP("is a snoop capture", Remedy.CONVERT, 's', 'n', 'o', 'o', 'p', 0),
    NETWORK_MONITOR("is a Network Monitor capture", Remedy.CONVERT, 'G', 'M', 'B', 'U'),
    NETWORK_MONITOR_1("is a Network Monitor capture", Remedy.CONVERT, 'R', 'T', 'S', 'S'),
    SNIFFER("is a Network General Sniffer capture", Remedy.CONVERT, 'T', 'R', 'S', 'N', 'I', 'F', 'F'),
    IXIA("is pcap in Ixia's variant", Remedy.CONVERT, 0x1c, 0x00, 0x01, 0xac),
    IXIA_SOFTWARE("is pcap in Ixia's variant", Remedy.CONVERT, 0x1c, 0x00, 0x01, 0xab),
    IXIA_LITTLE("is pcap in Ixia's variant", Remedy.CONVERT, 0xac, 0x01, 0x00, 0x1c),
    IXIA_SOFTWARE_LITTLE("is pcap in Ixia's variant", Remedy.CONVERT, 0xab, 0x01, 0x00, 0x1c);

    private final String problem;
    private final String remedy;
    private final byte[] magic;

    ForeignFormat(String problem, String remedy, int... magic) {
        this.problem = problem;
        this.remedy = remedy;
        this.magic = new byte[magic.length];
        for (int i = 0; i < magic.length; i++) {
            this.magic[i] = (byte) magic[i];
        }
    }

    /** The format of data that begin like this. */
    static Optional<ForeignFormat> of(ByteBuffer head) {
        for (ForeignFormat format : values()) {
            int length = format.magic.length;
            if (head.remaining() >= length && head.slice(0, length).equals(ByteBuffer.wrap(format.magic))) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** Why a file of this format is not read. */
    CaptureException refusal(String path) {
        return new CaptureException(path, problem, remedy);
    }

    private static final class Remedy {
        static final String CONVERT = "convert it with: editcap -F pcapng FILE NEWFILE";
    }
}
