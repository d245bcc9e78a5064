package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/** What {@link RingKey} sealed; ends before a block that is cut or not what was sealed there. */
final class SealedSupply implements ByteSupply {

    private final ByteSupply sealed;
    private final RingKey.FileCipher cipher;
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    private ByteBuffer block = ByteBuffer.allocate(0);
    private ByteBuffer content = ByteBuffer.allocate(0);
    private @Nullable String damage;
    private boolean ended;

    /**
     * Begins with a file.
     *
     * @param path its name, for people
     * @throws MissingKeyException when its key is not known
     * @throws CaptureException when it ends before its first block
     */
    SealedSupply(String path, ByteSupply sealed) throws IOException {
        this.sealed = sealed;
        ByteBuffer head = ByteBuffer.allocate(RingKey.HEAD_BYTES);
        byte[] salt = new byte[RingKey.SALT_BYTES];
        if (!fill(head)) {
            throw new CaptureException(
                    path, "it ends before its first sealed block", "who wrote it was stopped; nothing is in it");
        }
        head.rewind().position(RingKey.MAGIC.length);
        RingKey key = RingKey.of(head.getLong(), path, System.getenv(RingKey.VARIABLE));
        head.get(salt);
        cipher = key.cipher(Cipher.DECRYPT_MODE, salt);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (!content.hasRemaining() && !ended) {
            ended = !next();
        }
        if (!content.hasRemaining()) {
            return -1;
        }
        int count = Math.min(content.remaining(), into.remaining());
        into.put(into.position(), content, content.position(), count).position(into.position() + count);
        content.position(content.position() + count);
        return count;
    }

    /** Decrypts the next block; false where there is none. */
    private boolean next() throws IOException {
        length.clear();
        if (!fill(length)) {
            damage = length.position() == 0 ? sealed.damage() : "it ends in the middle of a sealed block";
            return false;
        }
        int bytes = length.getInt(0);
        if (bytes < 0 || bytes > PacketRing.CHUNK_BYTES + RingKey.BLOCK_BYTES) {
            damage = "a sealed block has a wrong length";
            return false;
        }
        if (block.capacity() < bytes) {
            block = ByteBuffer.allocate(bytes);
            content = ByteBuffer.allocate(bytes);
        }
        block.clear().limit(bytes);
        if (!fill(block)) {
            damage = "it ends in the middle of a sealed block";
            return false;
        }
        content.clear();
        try {
            cipher.next(block.flip(), content);
        } catch (GeneralSecurityException e) {
            content.position(0);
            damage = "a sealed block is not what was sealed there";
        }
        content.flip();
        return damage == null;
    }

    private boolean fill(ByteBuffer to) throws IOException {
        while (to.hasRemaining()) {
            if (sealed.read(to) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long bytesRead() {
        return sealed.bytesRead();
    }

    @Override
    public @Nullable String damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        sealed.close();
    }
}
