package io.wirepath.flows.tls;

import io.wirepath.flows.tls.SessionSecrets.Label;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the ciphers of a session from its secrets, once its server has chosen the suite. */
final class SessionKeys {

    private static final int RANDOM_BYTES = 32;

    private final SessionSecrets secrets;
    private final byte[] clientRandom;

    SessionKeys(SessionSecrets secrets, byte[] clientRandom) {
        this.secrets = secrets;
        this.clientRandom = clientRandom;
    }

    /**
     * Gives both directions their ciphers of TLS 1.3, in force at once.
     *
     * @return whether there are secrets for both
     */
    boolean install13(CipherSuite suite, RecordReader client, RecordReader server) throws GeneralSecurityException {
        return install13(suite, client, Label.CLIENT_HANDSHAKE_TRAFFIC_SECRET, Label.CLIENT_TRAFFIC_SECRET_0)
                && install13(suite, server, Label.SERVER_HANDSHAKE_TRAFFIC_SECRET, Label.SERVER_TRAFFIC_SECRET_0);
    }

    private boolean install13(CipherSuite suite, RecordReader flow, Label handshake, Label traffic)
            throws GeneralSecurityException {
        RecordCipher data = cipher13(suite, traffic);
        RecordCipher setUp = cipher13(suite, handshake);
        if (setUp != null) {
            flow.following.add(setUp);
        }
        if (data != null) {
            flow.following.add(data);
        }
        if (flow.cipher == null) {
            flow.cipher = flow.following.poll();
            flow.sequence = 0;
        }
        return data != null;
    }

    /**
     * What opens a record that the client sends before the server has chosen a suite (RFC 8446 §4.2.10): the suite is
     * that of the session which is resumed, and is found by trying.
     *
     * @return null where there is no secret, or none fits
     */
    @Nullable
    RecordCipher early(byte[] record, int length, byte[] scratch) throws GeneralSecurityException {
        byte[] secret = secrets.get(Label.CLIENT_EARLY_TRAFFIC_SECRET);
        if (secret == null) {
            return null;
        }
        for (CipherSuite suite : CipherSuite.ofSecret(secret.length)) {
            RecordCipher cipher = AeadCipher.ofTrafficSecret(suite, secret);
            if (cipher.open(0, record, length, scratch) != RecordCipher.NOT_OPENED) {
                return cipher;
            }
        }
        return null;
    }

    private @Nullable RecordCipher cipher13(CipherSuite suite, Label label) throws GeneralSecurityException {
        byte[] secret = secrets.get(label);
        return secret == null ? null : AeadCipher.ofTrafficSecret(suite, secret);
    }

    /**
     * Gives both directions their ciphers of TLS 1.2, in force once each has said so.
     *
     * @param macLast whether the MAC is taken of what was encrypted (RFC 7366)
     * @return whether there is a secret
     */
    boolean install12(CipherSuite suite, byte[] serverRandom, boolean macLast, RecordReader client, RecordReader server)
            throws GeneralSecurityException {
        byte[] master = secrets.get(Label.CLIENT_RANDOM);
        if (master == null) {
            return false;
        }
        byte[] seed = Arrays.copyOf(serverRandom, 2 * RANDOM_BYTES);
        System.arraycopy(clientRandom, 0, seed, RANDOM_BYTES, RANDOM_BYTES);
        int mac = suite.macBytes();
        int key = suite.keyBytes();
        int iv = suite.fixedNonceBytes();
        byte[] block = KeyDerivation.expand(suite.hash(), master, "key expansion", seed, 2 * (mac + key + iv));
        client.following.add(cipher12(suite, block, 0, macLast));
        server.following.add(cipher12(suite, block, 1, macLast));
        return true;
    }

    /**
     * The key block holds: two keys of the MAC, two keys, two parts of the nonce; the client's first (RFC 5246 §6.3).
     */
    private static RecordCipher cipher12(CipherSuite suite, byte[] block, int side, boolean macLast)
            throws GeneralSecurityException {
        int mac = suite.macBytes();
        int key = suite.keyBytes();
        int iv = suite.fixedNonceBytes();
        byte[] ownKey = part(block, 2 * mac + side * key, key);
        return suite.kind() == CipherSuite.Kind.CBC
                ? new CbcCipher(suite, ownKey, part(block, side * mac, mac), macLast)
                : AeadCipher.ofKeys(suite, ownKey, part(block, 2 * (mac + key) + side * iv, iv));
    }

    private static byte[] part(byte[] block, int at, int length) {
        return Arrays.copyOfRange(block, at, at + length);
    }
}
