package io.wirepath.connect.capture;

import io.wirepath.appliance.listen.TokenFile;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.file.CaptureStore;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Interfaces that an rpcapd captures: {@code rpcap://HOST:PORT/INTERFACE}, with TLS {@code rpcaps://}. Who asks, and
 * the file with his password, is told by the environment.
 */
public final class RpcapCaptures implements CaptureStore {

    /** Whom rpcapd lets in; without it, nobody is named. */
    static final String USER = "WIREPATH_RPCAP_USER";

    /** File with the password. */
    static final String PASSWORD = "WIREPATH_RPCAP_PASSWORD_FILE";

    private static final Pattern ADDRESS =
            Pattern.compile("rpcap(s?)://(\\[[0-9a-fA-F:.]+]|[^:/@\\[\\]]+)(?::([0-9]{1,5}))?/([^/]{1,200})");
    private static final String PORT = "2002";
    private static final int MAX_PORT = 0xffff;

    private final UnaryOperator<@Nullable String> variables;

    /** Made by the service loader. */
    public RpcapCaptures() {
        this(System::getenv);
    }

    RpcapCaptures(UnaryOperator<@Nullable String> variables) {
        this.variables = variables;
    }

    @Override
    public boolean isOf(String address) {
        return address.startsWith("rpcap://") || address.startsWith("rpcaps://");
    }

    @Override
    public List<Stored> list(String address) {
        return List.of(new Stored(address, -1));
    }

    @Override
    public ReadableByteChannel open(String address) throws IOException {
        Matcher parts = ADDRESS.matcher(address);
        int port = parts.matches() ? Integer.parseInt(parts.group(3) == null ? PORT : parts.group(3)) : MAX_PORT + 1;
        if (port > MAX_PORT) {
            throw new CaptureException(address, "is no address", "write rpcap://HOST:PORT/INTERFACE");
        }
        String user = variables.apply(USER);
        String file = variables.apply(PASSWORD);
        String password = file == null ? "" : TokenFile.readGiven(Path.of(file));
        return RpcapChannel.open(
                new RpcapControl(
                        parts.group(2).replaceAll("[\\[\\]]", ""),
                        port,
                        !parts.group(1).isEmpty()),
                user == null ? "" : user,
                password,
                parts.group(4));
    }
}
