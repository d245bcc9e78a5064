package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/** Formats that are recognised only to tell the user how to convert them. */
enum ForeignFormat {
    ZSTD("28b52ffd", "is compressed with zstd", "decompress it first: zstd -dc FILE | wirepath ... -"),
    XZ("fd377a585a", "is compressed with xz", "decompress it first: xz -dc FILE | wirepath ... -"),
    BZIP2("425a68", "is compressed with bzip2", "decompress it first: bzip2 -dc FILE | wirepath ... -"),
    LZ4("04224d18", "is compressed with lz4", "decompress it first: lz4 -dc FILE | wirepath ... -"),
    ZIP("504b0304", "is a zip archive", "unpack it first: unzip FILE"),
    GZIP("1f8b", "is compressed twice", "decompress it once: gzip -dc FILE | wirepath ... -"),
    SNOOP("736e6f6f7000", "is a snoop capture", Remedy.CONVERT),
    NETWORK_MONITOR("474d4255", "is a Network Monitor capture", Remedy.CONVERT),
    NETWORK_MONITOR_1("52545353", "is a Network Monitor capture", Remedy.CONVERT),
    SNIFFER("5452534e494646", "is a Network General Sniffer capture", Remedy.CONVERT),
    IXIA("1c0001ac", "is pcap in Ixia's variant", Remedy.CONVERT),
    IXIA_SOFTWARE("1c0001ab", "is pcap in Ixia's variant", Remedy.CONVERT),
    IXIA_LITTLE_ENDIAN("ac01001c", "is pcap in Ixia's variant", Remedy.CONVERT),
    IXIA_SOFTWARE_LITTLE_ENDIAN("ab01001c", "is pcap in Ixia's variant", Remedy.CONVERT);

    private final String magic;
    private final String problem;
    private final String remedy;

    ForeignFormat(String magic, String problem, String remedy) {
        this.magic = magic;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** The format of data that begin like this. */
    static Optional<ForeignFormat> of(ByteBuffer head) {
        byte[] first = new byte[head.remaining()];
        head.duplicate().get(first);
        String hex = HexFormat.of().formatHex(first);
        for (ForeignFormat format : values()) {
            if (hex.startsWith(format.magic)) {
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
