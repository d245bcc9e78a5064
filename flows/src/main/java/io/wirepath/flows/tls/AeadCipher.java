package io.wirepath.flows.tls;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Ciphers that authenticate what they encrypt: AES-GCM, AES-CCM and ChaCha20-Poly1305. The tag of CCM-8 has 8 bytes.
 *
 * <pre>
 *   TLS 1.3       header 5 │ data, type 1, zeros │ tag 16       nonce: IV xor sequence   authenticated: the header
 *   TLS 1.2 AES   header 5 │ nonce 8 │ data      │ tag 16       nonce: IV, nonce         authenticated: sequence, header
 *   ChaCha20      header 5 │ data                │ tag 16       nonce: IV xor sequence   authenticated: sequence, header
 * </pre>
 *
 * Sources: RFC 8446 §5.2, §5.3; RFC 5288 §3; RFC 6655 §3; RFC 7905 §2.
 */
final class AeadCipher implements RecordCipher {

    private static final int NONCE = 12;
    private static final int EXPLICIT_NONCE = 8;

    private final CipherSuite suite;
    private final boolean version13;
    private final byte[] secret;
    private final SecretKeySpec key;
    private final byte[] iv;
    private final byte[] nonce = new byte[NONCE];
    private final byte[] authenticated = new byte[8 + HEADER];
    private int type;

    private AeadCipher(CipherSuite suite, boolean version13, byte[] secret, byte[] key, byte[] iv) {
        this.suite = suite;
        this.version13 = version13;
        this.secret = secret;
        this.key = new SecretKeySpec(key, suite.kind() == CipherSuite.Kind.CHACHA20 ? "ChaCha20" : "AES");
        this.iv = iv;
    }

    /** The keys of a traffic secret of TLS 1.3. */
    static AeadCipher ofTrafficSecret(CipherSuite suite, byte[] secret) throws GeneralSecurityException {
        byte[] key = KeyDerivation.expandLabel(suite.hash(), secret, "key", suite.keyBytes());
        byte[] iv = KeyDerivation.expandLabel(suite.hash(), secret, "iv", NONCE);
        return new AeadCipher(suite, true, secret, key, iv);
    }

    /** Keys of TLS 1.2. */
    static AeadCipher ofKeys(CipherSuite suite, byte[] key, byte[] iv) {
        return new AeadCipher(suite, false, new byte[0], key, iv);
    }

    @Override
    public int open(long sequence, byte[] record, int length, byte[] to) {
        int at = HEADER + explicitNonce();
        int tag = suite.tagBytes();
        if (length < at + tag) {
            return NOT_OPENED;
        }
        try {
            setNonce(sequence, record);
            byte[] given = authenticated(sequence, record, length - at - tag);
            int count = isCcm()
                    ? CcmMode.open(key, nonce, given, record, at, length - at, tag, to)
                    : open(given, record, at, length - at, to);
            type = record[0];
            return version13 && count >= 0 ? strip(to, count) : count;
        } catch (GeneralSecurityException e) {
            return NOT_OPENED; // that it does not fit is an answer
        }
    }

    private int open(byte[] given, byte[] record, int at, int length, byte[] to) throws GeneralSecurityException {
        boolean gcm = suite.kind() == CipherSuite.Kind.GCM;
        AlgorithmParameterSpec spec =
                gcm ? new GCMParameterSpec(suite.tagBytes() * 8, nonce) : new IvParameterSpec(nonce);
        Cipher cipher = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "ChaCha20-Poly1305");
        cipher.init(Cipher.DECRYPT_MODE, key, spec);
        cipher.updateAAD(given);
        return cipher.doFinal(record, at, length, to, 0);
    }

    private boolean isCcm() {
        return suite.kind() == CipherSuite.Kind.CCM || suite.kind() == CipherSuite.Kind.CCM_8;
    }

    private int explicitNonce() {
        return !version13 && suite.hasExplicitNonce() ? EXPLICIT_NONCE : 0;
    }

    private void setNonce(long sequence, byte[] record) {
        System.arraycopy(iv, 0, nonce, 0, iv.length);
        if (explicitNonce() > 0) {
            System.arraycopy(record, HEADER, nonce, iv.length, EXPLICIT_NONCE);
        } else {
            ByteBuffer words = ByteBuffer.wrap(nonce);
            words.putLong(NONCE - Long.BYTES, words.getLong(NONCE - Long.BYTES) ^ sequence);
        }
    }

    /** What the tag vouches for beside the data. */
    private byte[] authenticated(long sequence, byte[] record, int dataLength) {
        if (version13) {
            return Arrays.copyOf(record, HEADER);
        }
        ByteBuffer.wrap(authenticated).putLong(sequence).put(record, 0, 3).putShort((short) dataLength);
        return authenticated;
    }

    /** The last byte that is not 0 is the type. */
    private int strip(byte[] data, int count) {
        int end = count;
        while (end > 0 && data[end - 1] == 0) {
            end--;
        }
        if (end == 0) {
            return NOT_OPENED;
        }
        type = data[end - 1];
        return end - 1;
    }

    @Override
    public int type() {
        return type;
    }

    @Override
    public int overhead() {
        return suite.tagBytes() + explicitNonce() + (version13 ? 1 : 0);
    }

    @Override
    public RecordCipher next() throws GeneralSecurityException {
        byte[] updated = KeyDerivation.expandLabel(suite.hash(), secret, "traffic upd", secret.length);
        return ofTrafficSecret(suite, updated);
    }
}
