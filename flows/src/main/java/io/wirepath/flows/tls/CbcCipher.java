package io.wirepath.flows.tls;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES in CBC mode with a MAC, of TLS 1.2: the MAC is encrypted with the data, or is taken of what was encrypted.
 *
 * <pre>
 *   header 5 │ IV 16 │ data, MAC, padding │                RFC 5246 §6.2.3.2
 *   header 5 │ IV 16 │ data, padding      │ MAC            RFC 7366 §3
 * </pre>
 */
final class CbcCipher implements RecordCipher {

    private static final int BLOCK = 16;

    private final boolean macLast;
    private final int macBytes;
    private final SecretKeySpec key;
    private final Mac mac;
    private int type;

    CbcCipher(CipherSuite suite, byte[] key, byte[] macKey, boolean macLast) throws GeneralSecurityException {
        this.macLast = macLast;
        this.key = new SecretKeySpec(key, "AES");
        macBytes = suite.macBytes();
        String algorithm = "Hmac" + suite.mac();
        mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(macKey, algorithm));
    }

    @Override
    public int open(long sequence, byte[] record, int length, byte[] to) {
        int at = HEADER + BLOCK;
        int end = macLast ? length - macBytes : length;
        if (end - at < BLOCK || (end - at) % BLOCK != 0) {
            return NOT_OPENED;
        }
        try {
            if (macLast && !isAuthentic(sequence, record, record, HEADER, end - HEADER, record, end)) {
                return NOT_OPENED;
            }
            Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(record, HEADER, BLOCK));
            int count = cipher.doFinal(record, at, end - at, to, 0);
            int data = count - 1 - (to[count - 1] & 0xff) - (macLast ? 0 : macBytes);
            if (data < 0 || !macLast && !isAuthentic(sequence, record, to, 0, data, to, data)) {
                return NOT_OPENED;
            }
            type = record[0];
            return data;
        } catch (GeneralSecurityException e) {
            return NOT_OPENED; // that it does not fit is an answer
        }
    }

    private boolean isAuthentic(
            long sequence, byte[] header, byte[] bytes, int from, int length, byte[] given, int givenAt) {
        mac.update(ByteBuffer.allocate(8 + HEADER)
                .putLong(sequence)
                .put(header, 0, 3)
                .putShort((short) length)
                .flip());
        mac.update(bytes, from, length);
        return MessageDigest.isEqual(mac.doFinal(), Arrays.copyOfRange(given, givenAt, givenAt + macBytes));
    }

    @Override
    public int type() {
        return type;
    }

    @Override
    public int overhead() {
        return BLOCK + macBytes + 1;
    }

    @Override
    public RecordCipher next() {
        throw new UnsupportedOperationException("keys of TLS 1.2 do not change");
    }
}
