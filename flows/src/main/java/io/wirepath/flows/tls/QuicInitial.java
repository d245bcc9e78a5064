package io.wirepath.flows.tls;

import io.wirepath.flows.message.framer.QuicHeader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.BitSet;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The client's hello out of the Initial packets of a QUIC connection. They are encrypted with keys that follow from the
 * connection ID and a salt that everybody knows: RFC 9001 §5.2, RFC 9369 §3.3. The hello comes in pieces, in any order.
 *
 * <pre>
 *   first 1 │ version 4 │ DCID │ SCID │ token │ length │ number 1-4 │ frames, encrypted … │ tag 16
 *                                                      └ masked, as are four bits of the first byte
 *   frame CRYPTO   06 │ offset │ length │ bytes         00 PADDING   01 PING   02 ACK
 * </pre>
 */
public final class QuicInitial {

    /** A hello is no longer; what is behind is not read. */
    private static final int MAX_HELLO = 1 << 12;

    /** Packets of a connection that are opened at most. */
    private static final int MAX_OPENED = 4;

    private static final byte[] SALT_1 = HexFormat.of().parseHex("38762cf7f55934b34d179ae6a4c80cadccbb7f0a");
    private static final byte[] SALT_2 = HexFormat.of().parseHex("0dede3def700a6db819381be6e269dcbf9bd2ed9");
    private static final byte[] SALT_OF_DRAFTS = HexFormat.of().parseHex("afbfec289993d24c9e9786f19c6111e04390a899");

    private static final int TAG = 16;
    private static final int SAMPLE_BEHIND = 4;
    private static final String HASH = "SHA256";

    private final byte[] hello = new byte[MAX_HELLO];
    private final BitSet seen = new BitSet(MAX_HELLO);
    private int opened;
    private byte @Nullable [] clientSecret;

    /** Reads the frames of a datagram that begins with an Initial; whether the hello is whole now. */
    public boolean take(ByteBuffer bytes, int offset, int length) {
        if (opened >= MAX_OPENED || length < 64) {
            return false;
        }
        opened++;
        try {
            byte[] datagram = new byte[length];
            bytes.get(offset, datagram);
            byte[] frames = open(datagram);
            if (frames != null) {
                readFrames(frames);
            }
        } catch (GeneralSecurityException
                | IndexOutOfBoundsException
                | BufferUnderflowException
                | IllegalArgumentException e) {
            return false; // not what it looks like
        }
        return isWhole();
    }

    /** Whether no more packets are opened. */
    public boolean isOver() {
        return opened >= MAX_OPENED || isWhole();
    }

    /** The handshake message, from its type on. */
    public ByteBuffer hello() {
        return ByteBuffer.wrap(hello, 0, length());
    }

    private boolean isWhole() {
        return seen.nextClearBit(0) >= 4 && seen.nextClearBit(0) >= length();
    }

    private int length() {
        int body = (hello[1] & 0xff) << 16 | (hello[2] & 0xff) << 8 | hello[3] & 0xff;
        return Math.min(MAX_HELLO, 4 + body);
    }

    private byte @Nullable [] open(byte[] packet) throws GeneralSecurityException {
        ByteBuffer in = ByteBuffer.wrap(packet);
        int version = in.getInt(1);
        boolean second = version == QuicHeader.VERSION_2;
        in.position(5);
        byte[] id = new byte[in.get() & 0xff];
        in.get(id);
        in.position(in.position() + 1 + (in.get(in.position()) & 0xff));
        int token = (int) number(in);
        in.position(in.position() + token);
        int rest = (int) number(in);
        int numberAt = in.position();
        if (rest > packet.length - numberAt) {
            return null;
        }
        if (clientSecret == null) {
            byte[] salt = second ? SALT_2 : version == QuicHeader.VERSION_1 ? SALT_1 : SALT_OF_DRAFTS;
            Mac extract = Mac.getInstance("HmacSHA256");
            extract.init(new SecretKeySpec(salt, "HmacSHA256"));
            clientSecret = KeyDerivation.expandLabel(HASH, extract.doFinal(id), "client in", 32);
        }
        String prefix = second ? "quicv2 " : "quic ";
        byte[] mask = mask(KeyDerivation.expandLabel(HASH, clientSecret, prefix + "hp", 16), packet, numberAt);
        packet[0] ^= (byte) (mask[0] & 0x0f);
        int numberLength = 1 + (packet[0] & 3);
        byte[] nonce = KeyDerivation.expandLabel(HASH, clientSecret, prefix + "iv", 12);
        for (int i = 0; i < numberLength; i++) {
            packet[numberAt + i] ^= mask[1 + i];
            nonce[12 - numberLength + i] ^= packet[numberAt + i];
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        byte[] key = KeyDerivation.expandLabel(HASH, clientSecret, prefix + "key", 16);
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG, nonce));
        int from = numberAt + numberLength;
        cipher.updateAAD(packet, 0, from);
        return cipher.doFinal(packet, from, rest - numberLength);
    }

    private static byte[] mask(byte[] key, byte[] packet, int numberAt) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        return cipher.doFinal(packet, numberAt + SAMPLE_BEHIND, 16);
    }

    /** A number of variable length (RFC 9000 §16). */
    private static long number(ByteBuffer in) {
        int first = in.get() & 0xff;
        long value = first & 0x3f;
        for (int more = (1 << (first >>> 6)) - 1; more > 0; more--) {
            value = value << 8 | in.get() & 0xff;
        }
        if (value > Integer.MAX_VALUE) {
            throw new IndexOutOfBoundsException("a length that no datagram has");
        }
        return value;
    }

    private void readFrames(byte[] frames) {
        ByteBuffer in = ByteBuffer.wrap(frames);
        while (in.hasRemaining()) {
            switch (in.get()) {
                case 0, 1 -> {}
                case 2, 3 -> skipAcknowledgement(in);
                case 6 -> {
                    int offset = (int) number(in);
                    int length = (int) number(in);
                    int kept = Math.min(length, MAX_HELLO - offset);
                    if (kept > 0) {
                        in.get(in.position(), hello, offset, kept);
                        seen.set(offset, offset + kept);
                    }
                    in.position(checked(in, length));
                }
                default -> {
                    return;
                }
            }
        }
    }

    private static int checked(ByteBuffer in, int length) {
        if (length > in.remaining()) {
            throw new IndexOutOfBoundsException("a frame that goes on behind its packet");
        }
        return in.position() + length;
    }

    private static void skipAcknowledgement(ByteBuffer in) {
        number(in);
        number(in);
        long ranges = number(in);
        number(in);
        for (long i = 0; i < ranges; i++) {
            number(in);
            number(in);
        }
    }
}
