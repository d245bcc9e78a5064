package io.wirepath.appliance.config;

import io.wirepath.appliance.config.binding.CheckedConfig.Complaints;
import io.wirepath.appliance.config.binding.HostPort;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of mutual TLS; all of them or none.
 *
 * @param certificate own chain, the leaf first
 * @param key private key of the leaf, PKCS #8, without a password
 * @param authority certificates of the authority that signs the other side's
 */
public record TlsConfig(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path authority) {

    /** No TLS. */
    public static final TlsConfig NONE = new TlsConfig(null, null, null);

    /** Whether all three files are named. */
    public boolean isOn() {
        return certificate != null && key != null && authority != null;
    }

    /** Tells what is missing of these keys, which stand below {@code path}. */
    void check(String path, @Nullable HostPort peer, Complaints complaints) {
        long named = Stream.of(certificate == null, key == null, authority == null)
                .filter(missing -> !missing)
                .count();
        String first = certificate == null ? "certificate" : key == null ? "key" : "authority";
        if (named > 0 && !isOn()) {
            complaints.at(path + "." + first, "is missing; certificate, key and authority belong together");
        } else if (named == 0 && peer != null && !peer.isLoopback()) {
            complaints.at(
                    path + ".certificate",
                    "is missing; " + peer + " is not the loopback, so certificate, key and authority are needed");
        }
    }
}
