package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fuzzer's target for the names that a certificate gives a sniffer: a certificate of which some bytes are others.
 * Runs over the kept inputs in an ordinary build, and searches for new ones with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class CertificateFuzzTest {

    private static final int MAX_CHANGES = 8;

    @TempDir
    private static Path directory;

    private static byte[] certificate = new byte[0];

    /** Where the names stand, and somewhere else. */
    private static List<Integer> namesAt = List.of();

    @BeforeAll
    static void sign() throws Exception {
        Path pem = new Certificates(directory).sign("tap").certificate();
        try (var in = Files.newInputStream(pem)) {
            certificate = CertificateFactory.getInstance("X.509")
                    .generateCertificate(in)
                    .getEncoded();
        }
        String text = new String(certificate, StandardCharsets.ISO_8859_1);
        namesAt = List.of(
                text.indexOf("tap"), text.indexOf("localhost"), text.indexOf("authority"), certificate.length / 2);
    }

    @FuzzTest(maxDuration = "90s")
    void aCertificateNamesWhoItNamesAndNobodyElse(FuzzedDataProvider data) throws CertificateException {
        byte[] changed = certificate.clone();
        for (int i = 0; i < MAX_CHANGES && data.remainingBytes() > 0; i++) {
            byte[] others = data.consumeBytes(data.consumeInt(1, 16));
            int at = data.pickValue(namesAt) + data.consumeInt(-8, 8);
            System.arraycopy(others, 0, changed, at, others.length);
        }
        X509Certificate read;
        try {
            read = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(changed));
        } catch (CertificateException e) {
            return;
        }
        Set<String> names = SnifferIdentity.names(read);
        SnifferIdentity.Peer peer = new SnifferIdentity.Peer(null, true, names, false, Map.of("mapped", "tap"));
        for (String sniffer : new String[] {"tap", "localhost", "other"}) {
            assertEquals(names.contains(sniffer), peer.refusal(sniffer) == null, names::toString);
        }
        assertEquals(names.contains("tap"), peer.refusal("mapped") == null, names::toString);
    }
}
