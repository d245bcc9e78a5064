package io.wirepath.flows.tls;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Ciphers that authenticate what they encrypt: AES-GCM and ChaCha20-Poly1305.
 *
 * <pre>
 *   TLS 1.3       header 5 │ data, type 1, zeros │ tag 16       nonce: IV xor sequence   authenticated: the header
 *   TLS 1.2 GCM   header 5 │ nonce 8 │ data      │ tag 16       nonce: IV, nonce         authenticated: sequence, header
 *   ChaCha20      header 5 │ data                │ tag 16       nonce: IV xor sequence   authenticated: sequence, header
 * </pre>
 *
 * Sources: RFC 8446 §5.2, §5.3; RFC 5288 §3; RFC 7905 §2.
 */
final class AeadCipher implements RecordCipher {

    private static final int TAG = 16;
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
        this.key = new SecretKeySpec(key, suite.kind() == CipherSuite.Kind.GCM ? "AES" : "ChaCha20");
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
        int explicit = explicitNonce();
        int at = HEADER + explicit;
        if (length < at + TAG) {
            return NOT_OPENED;
        }
        try {
            Cipher cipher = cipher(sequence, record);
            authenticate(cipher, sequence, record, length - at - TAG);
            int count = cipher.doFinal(record, at, length - at, to, 0);
            type = record[0];
            return version13 ? strip(to, count) : count;
        } catch (GeneralSecurityException e) {
            return NOT_OPENED; // that it does not fit is an answer
        }
    }

    private int explicitNonce() {
        return !version13 && suite.kind() == CipherSuite.Kind.GCM ? EXPLICIT_NONCE : 0;
    }

    private Cipher cipher(long sequence, byte[] record) throws GeneralSecurityException {
        System.arraycopy(iv, 0, nonce, 0, iv.length);
        if (explicitNonce() > 0) {
            System.arraycopy(record, HEADER, nonce, iv.length, EXPLICIT_NONCE);
        } else {
            ByteBuffer words = ByteBuffer.wrap(nonce);
            words.putLong(NONCE - Long.BYTES, words.getLong(NONCE - Long.BYTES) ^ sequence);
        }
        boolean gcm = suite.kind() == CipherSuite.Kind.GCM;
        AlgorithmParameterSpec spec = gcm ? new GCMParameterSpec(TAG * 8, nonce) : new IvParameterSpec(nonce);
        Cipher cipher = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "ChaCha20-Poly1305");
        cipher.init(Cipher.DECRYPT_MODE, key, spec);
        return cipher;
    }

    private void authenticate(Cipher cipher, long sequence, byte[] record, int dataLength) {
        if (version13) {
            cipher.updateAAD(record, 0, HEADER);
        } else {
            ByteBuffer.wrap(authenticated).putLong(sequence).put(record, 0, 3).putShort((short) dataLength);
            cipher.updateAAD(authenticated);
        }
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
        return TAG + explicitNonce() + (version13 ? 1 : 0);
    }

    @Override
    public RecordCipher next() throws GeneralSecurityException {
        byte[] updated = KeyDerivation.expandLabel(suite.hash(), secret, "traffic upd", secret.length);
        return ofTrafficSecret(suite, updated);
    }
}
