package io.wirepath.connect.capture;

import io.airlift.compress.zstd.ZstdInputStream;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.file.CaptureStore;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Objects of S3-compatible stores: {@code s3://BUCKET/BEGINNING} stands for all whose keys begin so, or for the one
 * whose key that is. Only parts that are read are asked for, and nothing is kept on disk. Objects that end in
 * {@code .zst} are unpacked.
 */
public final class S3Captures implements CaptureStore {

    private static final Pattern ADDRESS = Pattern.compile("s3://([A-Za-z0-9._-]{1,255})(?:/(.*))?");
    private static final int MAX_OBJECTS = 1_000_000;
    private static final int MAX_EMPTY_PAGES = 20;
    private static final int MAX_PAGE_BYTES = 1 << 23;
    private static final int MAX_KEY_LENGTH = 1024;

    private final Path home;
    private final UnaryOperator<@Nullable String> variables;
    private @Nullable S3Client client;

    /** Made by the service loader. */
    public S3Captures() {
        this(Path.of(System.getProperty("user.home")), System::getenv);
    }

    S3Captures(Path home, UnaryOperator<@Nullable String> variables) {
        this.home = home;
        this.variables = variables;
    }

    /** An object as a list tells of it. */
    private record Listed(String key, String time, long bytes) {}

    @Override
    public boolean isOf(String address) {
        return address.startsWith("s3://");
    }

    /** Settings are read when something is asked for. */
    private synchronized S3Client client() throws IOException {
        S3Client known = client;
        if (known == null) {
            known = new S3Client(S3Settings.of(home, variables), Clock.systemUTC());
            client = known;
        }
        return known;
    }

    @Override
    public List<Stored> list(String address) throws IOException {
        Matcher parts = parts(address);
        String bucket = parts.group(1);
        Map<String, String> query = new HashMap<>();
        query.put("list-type", "2");
        query.put("prefix", parts.group(2) == null ? "" : parts.group(2));
        List<Listed> all = new ArrayList<>();
        String next;
        int pages = 0;
        do {
            next = client().get(address, bucket, query, Map.of(), answer -> page(address, answer, all));
            query.put("continuation-token", next);
            if (++pages > all.size() + MAX_EMPTY_PAGES) {
                throw new CaptureException(address, "the store's list has no end", "check AWS_ENDPOINT_URL");
            }
            if (all.size() > MAX_OBJECTS) {
                throw new CaptureException(address, "has more than a million objects", "name a longer beginning");
            }
        } while (!next.isEmpty());
        boolean isKey = all.stream().anyMatch(each -> each.key.equals(parts.group(2)));
        return all.stream()
                .filter(each -> !isKey || each.key.equals(parts.group(2)))
                .sorted(Comparator.comparing(Listed::time).thenComparing(Listed::key))
                .map(each -> new Stored("s3://" + bucket + "/" + each.key, each.bytes))
                .toList();
    }

    private static Matcher parts(String address) throws CaptureException {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new CaptureException(address, "is no address of objects", "write s3://BUCKET/BEGINNING");
        }
        return parts;
    }

    /** Takes a page; gives what the next one is asked for by; empty at the end. */
    private static String page(String address, HttpURLConnection answer, List<Listed> to) throws IOException {
        List<Listed> found = new ArrayList<>();
        Map<String, String> said = new HashMap<>();
        try (InputStream body = new PacedStream(answer.getInputStream(), System::nanoTime)) {
            byte[] page = body.readNBytes(MAX_PAGE_BYTES);
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_COALESCING, true);
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(page));
            String name = "";
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamReader.START_ELEMENT) {
                    name = xml.getLocalName();
                } else if (event == XMLStreamReader.CHARACTERS) {
                    said.put(name, xml.getText());
                } else if (event == XMLStreamReader.END_ELEMENT) {
                    name = "";
                    if (xml.getLocalName().equals("Contents")) {
                        found.add(listed(said));
                    }
                }
            }
        } catch (XMLStreamException | NumberFormatException e) {
            throw new CaptureException(
                    address, "the store's list cannot be read (" + e.getMessage() + ")", "check AWS_ENDPOINT_URL", e);
        }
        to.addAll(found);
        return said.getOrDefault("IsTruncated", "").equals("true")
                ? said.getOrDefault("NextContinuationToken", "")
                : "";
    }

    private static Listed listed(Map<String, String> said) {
        String key = said.getOrDefault("Key", "");
        long bytes = Long.parseLong(said.getOrDefault("Size", "0"));
        if (bytes < 0 || key.length() > MAX_KEY_LENGTH) {
            throw new NumberFormatException("an object has " + bytes + " bytes and a key of " + key.length());
        }
        return new Listed(key, said.getOrDefault("LastModified", ""), bytes);
    }

    @Override
    public ReadableByteChannel open(String path) throws IOException {
        Matcher parts = parts(path);
        ReadableByteChannel object = new S3Object(client(), path, parts.group(1) + "/" + parts.group(2));
        return path.endsWith(".zst") ? Channels.newChannel(unpacked(path, Channels.newInputStream(object))) : object;
    }

    private static InputStream unpacked(String path, InputStream packed) throws IOException {
        return new FilterInputStream(new ZstdInputStream(packed)) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                try {
                    return in.read(into, from, length);
                } catch (CaptureException e) {
                    throw e;
                } catch (IOException | RuntimeException e) { // what zstd's reader says of damage; no cause: it stays
                    throw new CaptureException(path, "zstd: " + e.getMessage(), "copy or record it again");
                }
            }
        };
    }
}
