package io.wirepath.packages;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPrivateKey;
import org.bouncycastle.openpgp.PGPSecretKey;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.eclipse.packager.rpm.HashAlgorithm;
import org.eclipse.packager.rpm.signature.RsaHeaderSignatureProcessor;
import org.eclipse.packager.rpm.signature.SignatureProcessor;

/** Signs what was built, with a secret key of OpenPGP as {@code gpg --export-secret-keys} writes it. */
final class Signer {

    private static final int BUFFER = 1 << 16;

    private final PGPSecretKey key;
    private final PGPPrivateKey secret;

    private Signer(PGPSecretKey key, PGPPrivateKey secret) {
        this.key = key;
        this.secret = secret;
    }

    /**
     * Takes the first key of a file that may sign.
     *
     * @param file the key, armored or not; empty for none
     * @param password of the key; empty for none
     */
    static Optional<Signer> of(String file, String password) throws IOException, PGPException {
        if (file.isBlank()) {
            return Optional.empty();
        }
        try (InputStream in = PGPUtil.getDecoderStream(new BufferedInputStream(Files.newInputStream(Path.of(file))))) {
            PGPSecretKeyRingCollection rings = new PGPSecretKeyRingCollection(in, new BcKeyFingerprintCalculator());
            PGPSecretKey key = StreamSupport.stream(rings.spliterator(), false)
                    .flatMap(ring -> StreamSupport.stream(ring.spliterator(), false))
                    .filter(each -> each.isSigningKey() && !each.isPrivateKeyEmpty())
                    .findFirst()
                    .orElseThrow(() -> new IOException(file + ": holds no secret key that may sign"));
            return Optional.of(new Signer(
                    key,
                    key.extractPrivateKey(new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider())
                            .build(password.toCharArray()))));
        }
    }

    /** What signs the header of an rpm, which holds the digests of all else. */
    List<SignatureProcessor> ofRpm() throws IOException {
        int algorithm = key.getPublicKey().getAlgorithm();
        if (algorithm != PublicKeyAlgorithmTags.RSA_GENERAL && algorithm != PublicKeyAlgorithmTags.RSA_SIGN) {
            throw new IOException("rpm is signed with an RSA key alone, and this is none");
        }
        return List.of(new RsaHeaderSignatureProcessor(secret, HashAlgorithm.SHA256));
    }

    /** Where the signature of a file is. */
    static Path signatureOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".asc");
    }

    /** Writes a signature beside a file, its name with {@code .asc} behind it. */
    void sign(Path file) throws IOException, PGPException {
        PGPSignatureGenerator generator = new PGPSignatureGenerator(
                new BcPGPContentSignerBuilder(key.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA512));
        generator.init(PGPSignature.BINARY_DOCUMENT, secret);
        PGPSignatureSubpacketGenerator about = new PGPSignatureSubpacketGenerator();
        about.setIssuerFingerprint(false, key);
        generator.setHashedSubpackets(about.generate());
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                generator.update(buffer, 0, read);
            }
        }
        Path signature = signatureOf(file);
        try (OutputStream out = Files.newOutputStream(signature);
                ArmoredOutputStream armored = new ArmoredOutputStream(out)) {
            generator.generate().encode(armored);
        }
    }
}
