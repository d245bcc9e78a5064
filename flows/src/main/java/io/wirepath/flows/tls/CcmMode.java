package io.wirepath.flows.tls;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-CCM with a nonce of 12 bytes, of the platform's AES in counter and in CBC mode. The MAC is taken of the plain
 * text.
 *
 * <pre>
 *   first block of the MAC   │ flags │ nonce 12 │ length of the data 3 │     then  │ 2 │ authenticated, zeros │ data, zeros │
 *   counter                  │   2   │ nonce 12 │ number 3             │     0 hides the MAC, 1 and on the data
 * </pre>
 *
 * Source: RFC 3610 §2.
 */
final class CcmMode {

    private static final int BLOCK = 16;
    private static final int LENGTH_BYTES = 3;
    private static final int HAS_AUTHENTICATED = 0x40;

    private CcmMode() {}

    /**
     * Opens what stands in {@code record} from {@code at} on: {@code length} bytes, of which the last {@code tag} are
     * the tag.
     *
     * @return bytes that were written to {@code to}, or {@link RecordCipher#NOT_OPENED}
     */
    static int open(
            SecretKeySpec key,
            byte[] nonce,
            byte[] authenticated,
            byte[] record,
            int at,
            int length,
            int tag,
            byte[] to)
            throws GeneralSecurityException {
        int data = length - tag;
        byte[] counter = new byte[BLOCK];
        counter[0] = LENGTH_BYTES - 1;
        System.arraycopy(nonce, 0, counter, 1, nonce.length);
        Cipher stream = Cipher.getInstance("AES/CTR/NoPadding");
        stream.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(counter));
        byte[] mask = stream.update(new byte[BLOCK]);
        stream.doFinal(record, at, data, to, 0);

        ByteBuffer blocks = ByteBuffer.allocate(BLOCK + whole(2 + authenticated.length) + whole(data));
        blocks.put((byte) (HAS_AUTHENTICATED | (((tag - 2) / 2) << 3) | (LENGTH_BYTES - 1)));
        blocks.put(nonce).put((byte) (data >> 16)).putShort((short) data);
        blocks.putShort((short) authenticated.length).put(authenticated);
        blocks.position(BLOCK + whole(2 + authenticated.length)).put(to, 0, data);
        Cipher chain = Cipher.getInstance("AES/CBC/NoPadding");
        chain.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[BLOCK]));
        byte[] chained = chain.doFinal(blocks.array());

        byte[] mac = Arrays.copyOfRange(chained, chained.length - BLOCK, chained.length - BLOCK + tag);
        for (int i = 0; i < tag; i++) {
            mac[i] ^= mask[i];
        }
        byte[] given = Arrays.copyOfRange(record, at + data, at + length);
        return MessageDigest.isEqual(mac, given) ? data : RecordCipher.NOT_OPENED;
    }

    private static int whole(int bytes) {
        return (bytes + BLOCK - 1) / BLOCK * BLOCK;
    }
}
