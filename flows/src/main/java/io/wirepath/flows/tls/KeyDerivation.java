package io.wirepath.flows.tls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Derives the keys of records from the secrets of a session: RFC 8446 §7.1, RFC 5246 §5. */
final class KeyDerivation {

    private KeyDerivation() {}

    /** HKDF-Expand-Label with an empty context. */
    static byte[] expandLabel(String hash, byte[] secret, String label, int length) throws GeneralSecurityException {
        byte[] name = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream info = new ByteArrayOutputStream();
        info.write(length >> 8);
        info.write(length);
        info.write(name.length);
        info.writeBytes(name);
        info.write(0);
        Mac mac = mac(hash, secret);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] last = new byte[0];
        for (int i = 1; output.size() < length; i++) {
            mac.update(last);
            mac.update(info.toByteArray());
            mac.update((byte) i);
            last = mac.doFinal();
            output.writeBytes(last);
        }
        return Arrays.copyOf(output.toByteArray(), length);
    }

    /** The pseudorandom function of TLS 1.2. */
    static byte[] expand(String hash, byte[] secret, String label, byte[] seed, int length)
            throws GeneralSecurityException {
        ByteArrayOutputStream labelled = new ByteArrayOutputStream();
        labelled.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
        labelled.writeBytes(seed);
        byte[] all = labelled.toByteArray();
        Mac mac = mac(hash, secret);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] a = all;
        while (output.size() < length) {
            a = mac.doFinal(a);
            mac.update(a);
            output.writeBytes(mac.doFinal(all));
        }
        return Arrays.copyOf(output.toByteArray(), length);
    }

    private static Mac mac(String hash, byte[] key) throws GeneralSecurityException {
        String algorithm = "Hmac" + hash;
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key, algorithm));
        return mac;
    }
}
