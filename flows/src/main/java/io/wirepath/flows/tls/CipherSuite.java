package io.wirepath.flows.tls;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a cipher suite protects records.
 *
 * @param kind the way
 * @param keyBytes length of a key
 * @param hash of the key derivation: {@code SHA256} or {@code SHA384}
 * @param mac of the records: {@code SHA1}, {@code SHA256} or {@code SHA384}; empty where the cipher authenticates
 */
record CipherSuite(Kind kind, int keyBytes, String hash, String mac) {

    /** Ways to protect a record. */
    enum Kind {
        GCM,
        CCM,
        /** CCM with a short tag. */
        CCM_8,
        CHACHA20,
        CBC
    }

    private static final String SHA1 = "SHA1";
    private static final String SHA256 = "SHA256";
    private static final String SHA384 = "SHA384";
    private static final String NONE = "";
    private static final int SHA384_BYTES = 48;
    private static final int FIRST_OF_13 = 0x1301;
    private static final int LAST_OF_13 = 0x1305;

    /** The suite with this number of the IANA registry; null for one that the platform's crypto does not know. */
    static @Nullable CipherSuite of(int number) {
        return switch (number) {
            case 0x1301 -> gcm(16, SHA256);
            case 0x1302 -> gcm(32, SHA384);
            case 0x1303, 0xcca8, 0xcca9, 0xccaa, 0xccab, 0xccac, 0xccad ->
                new CipherSuite(Kind.CHACHA20, 32, SHA256, NONE);
            case 0x009c,
                    0x009e,
                    0x00a0,
                    0x00a2,
                    0x00a4,
                    0x00a6,
                    0x00a8,
                    0x00aa,
                    0x00ac,
                    0xc02b,
                    0xc02d,
                    0xc02f,
                    0xc031 -> gcm(16, SHA256);
            case 0x009d,
                    0x009f,
                    0x00a1,
                    0x00a3,
                    0x00a5,
                    0x00a7,
                    0x00a9,
                    0x00ab,
                    0x00ad,
                    0xc02c,
                    0xc02e,
                    0xc030,
                    0xc032 -> gcm(32, SHA384);
            case 0x002f, 0x0030, 0x0031, 0x0032, 0x0033, 0x0034, 0xc004, 0xc009, 0xc00e, 0xc013, 0xc018 ->
                cbc(16, SHA256, SHA1);
            case 0x0035, 0x0036, 0x0037, 0x0038, 0x0039, 0x003a, 0xc005, 0xc00a, 0xc00f, 0xc014, 0xc019 ->
                cbc(32, SHA256, SHA1);
            case 0x003c, 0x003e, 0x003f, 0x0040, 0x0067, 0x006c, 0xc023, 0xc025, 0xc027, 0xc029 ->
                cbc(16, SHA256, SHA256);
            case 0x003d, 0x0068, 0x0069, 0x006a, 0x006b, 0x006d -> cbc(32, SHA256, SHA256);
            case 0xc024, 0xc026, 0xc028, 0xc02a -> cbc(32, SHA384, SHA384);
            case 0x1304, 0xc09c, 0xc09e, 0xc0a4, 0xc0a6, 0xc0ac -> ccm(Kind.CCM, 16);
            case 0xc09d, 0xc09f, 0xc0a5, 0xc0a7, 0xc0ad -> ccm(Kind.CCM, 32);
            case 0x1305, 0xc0a0, 0xc0a2, 0xc0a8, 0xc0aa, 0xc0ae -> ccm(Kind.CCM_8, 16);
            case 0xc0a1, 0xc0a3, 0xc0a9, 0xc0ab, 0xc0af -> ccm(Kind.CCM_8, 32);
            default -> null;
        };
    }

    /** The suites of TLS 1.3 whose secrets have this length, the usual ones first. */
    static List<CipherSuite> ofSecret(int secretBytes) {
        String hash = secretBytes == SHA384_BYTES ? SHA384 : SHA256;
        List<CipherSuite> suites = new ArrayList<>();
        for (int number = FIRST_OF_13; number <= LAST_OF_13; number++) {
            CipherSuite suite = of(number);
            if (suite != null && suite.hash().equals(hash)) {
                suites.add(suite);
            }
        }
        return suites;
    }

    private static CipherSuite ccm(Kind kind, int keyBytes) {
        return new CipherSuite(kind, keyBytes, SHA256, NONE);
    }

    private static CipherSuite gcm(int keyBytes, String hash) {
        return new CipherSuite(Kind.GCM, keyBytes, hash, NONE);
    }

    private static CipherSuite cbc(int keyBytes, String hash, String mac) {
        return new CipherSuite(Kind.CBC, keyBytes, hash, mac);
    }

    /** Bytes of a key of the records' MAC. */
    int macBytes() {
        return switch (mac) {
            case SHA1 -> 20;
            case SHA256 -> 32;
            case SHA384 -> 48;
            default -> 0;
        };
    }

    /** Bytes of the part of the nonce that comes from the key derivation of TLS 1.2. */
    int fixedNonceBytes() {
        return switch (kind) {
            case GCM, CCM, CCM_8 -> 4;
            case CHACHA20 -> 12;
            case CBC -> 0;
        };
    }

    /** Bytes of the tag that authenticates a record; 0 for CBC. */
    int tagBytes() {
        return switch (kind) {
            case GCM, CCM, CHACHA20 -> 16;
            case CCM_8 -> 8;
            case CBC -> 0;
        };
    }

    /** Whether a record of TLS 1.2 brings a part of its nonce. */
    boolean hasExplicitNonce() {
        return kind == Kind.GCM || kind == Kind.CCM || kind == Kind.CCM_8;
    }
}
