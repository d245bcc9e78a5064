package io.wirepath.flows.tls;

import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The secrets of one TLS session. Thread-safe. */
final class SessionSecrets {

    /** What a secret is for. */
    enum Label {
        /** TLS 1.2: the master secret. */
        CLIENT_RANDOM,
        /** Of what a client says before the server has answered. */
        CLIENT_EARLY_TRAFFIC_SECRET,
        CLIENT_HANDSHAKE_TRAFFIC_SECRET,
        SERVER_HANDSHAKE_TRAFFIC_SECRET,
        CLIENT_TRAFFIC_SECRET_0,
        SERVER_TRAFFIC_SECRET_0;

        /** The label with this name; null for one that decryption does not need. */
        static @Nullable Label of(String name) {
            for (Label label : values()) {
                if (label.name().equals(name)) {
                    return label;
                }
            }
            return null;
        }
    }

    private final Map<Label, byte[]> secrets = new EnumMap<>(Label.class);

    synchronized void put(Label label, byte[] secret) {
        secrets.put(label, secret);
    }

    /** As a key log has them, a line each. */
    synchronized String log(String random) {
        StringBuilder log = new StringBuilder();
        secrets.forEach((label, secret) -> log.append(label)
                .append(' ')
                .append(random)
                .append(' ')
                .append(HexFormat.of().formatHex(secret))
                .append('\n'));
        return log.toString();
    }

    synchronized byte @Nullable [] get(Label label) {
        return secrets.get(label);
    }
}
