package io.wirepath.flows.message.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.flows.SiteId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps of the identifiers in requests no more than the operator wants: a hash under the salt of the site, and those of
 * trace and span. Not thread-safe.
 */
public final class SealedIds {

    private final SipHash hash;
    private final SiteId.Keeping keeping;

    /** Hashes under this key. */
    public SealedIds(DigestKey key, SiteId.Keeping keeping) {
        hash = new SipHash(key);
        this.keeping = keeping;
    }

    /** What is kept of a request's; null where it carries none. */
    public @Nullable SiteId of(byte[] bytes, int length) {
        SiteId found = SiteIdText.of(bytes, length);
        if (found == null) {
            return null;
        }
        byte[] key = found.key().getBytes(ISO_8859_1);
        hash.reset();
        hash.update(ByteBuffer.wrap(key), 0, key.length);
        return keeping == SiteId.Keeping.JOINED ? found.sealed(hash.value()) : SiteId.kept(hash.value(), "", "");
    }
}
