package io.wirepath.connect.names;

import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.Name;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.TextParseException;

/**
 * What a name server knows: {@code dns://SERVER:PORT/ZONE} has a zone transferred, {@code dns://SERVER/10.0.0.0/24}
 * asks for the name of each address of a prefix. {@code WIREPATH_DNS_KEY_FILE} names a file with a key as BIND has it.
 */
public final class DnsNames implements NameSource {

    private static final Pattern ADDRESS =
            Pattern.compile("dns://(\\[[0-9a-fA-F:.]+]|[^:/@\\[\\]]+)(?::([0-9]{1,5}))?/([^/]+)(?:/([0-9]{1,3}))?/?");
    private static final int PORT = 53;
    private static final int MAX_PORT = 0xffff;
    private static final Pattern KEY = Pattern.compile(
            "\\s*key\\s+\"?([^\"\\s{]+)\"?\\s*\\{\\s*algorithm\\s+\"?([a-z0-9-]+)\"?\\s*;\\s*secret\\s+\"?([A-Za-z0-9+/=]+)\"?\\s*;.*",
            Pattern.DOTALL);

    private final UnaryOperator<@Nullable String> variables;

    /** Made by the service loader. */
    public DnsNames() {
        this(System::getenv);
    }

    DnsNames(UnaryOperator<@Nullable String> variables) {
        this.variables = variables;
    }

    /**
     * Whom to ask.
     *
     * @param key what signs the questions; null for nothing
     */
    record Server(String host, int port, @Nullable TSIG key) {}

    @Override
    public boolean isOf(String address) {
        return address.startsWith("dns://");
    }

    @Override
    public List<Feed> feeds(String address) {
        Matcher parts = ADDRESS.matcher(address);
        int port = parts.matches() ? parts.group(2) == null ? PORT : Integer.parseInt(parts.group(2)) : MAX_PORT + 1;
        if (port > MAX_PORT) {
            throw new IllegalArgumentException("is no address; write dns://SERVER/ZONE or dns://SERVER/10.0.0.0/24");
        }
        Server server = new Server(parts.group(1).replaceAll("[\\[\\]]", ""), port, key());
        try {
            return List.of(
                    parts.group(4) == null
                            ? new ZoneFeed(server, address, Name.fromString(parts.group(3), Name.root))
                            : new ReverseFeed(
                                    server, address, Prefix.of(parts.group(3), Integer.parseInt(parts.group(4)))));
        } catch (TextParseException | UnknownHostException e) {
            throw new IllegalArgumentException("is no zone and no prefix: " + e.getMessage(), e);
        }
    }

    private @Nullable TSIG key() {
        String file = variables.apply("WIREPATH_DNS_KEY_FILE");
        if (file == null || file.isEmpty()) {
            return null;
        }
        try {
            Matcher key = KEY.matcher(Files.readString(Path.of(file)));
            if (!key.matches()) {
                throw new IllegalArgumentException(
                        file + " has no key such as: key \"name\" { algorithm hmac-sha256; secret \"…\"; };");
            }
            return new TSIG(Name.fromString(key.group(2), Name.root), key.group(1), key.group(3));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read as a key of BIND", e);
        }
    }
}
