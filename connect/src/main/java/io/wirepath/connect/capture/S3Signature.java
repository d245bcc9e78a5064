package io.wirepath.connect.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a GET without a body for S3. Source: AWS, "Authenticating Requests (AWS Signature Version 4)".
 *
 * @param user whose signature it is
 * @param region where the store says that it is
 */
record S3Signature(S3Settings.User user, String region) {

    private static final String NO_BODY = hex(sha256(""));
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DATE_LENGTH = 8;
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";

    /**
     * All headers to send, but Host.
     *
     * @param path as it is sent
     * @param query as it is sent, in the order of its names
     * @param headers in small letters, with host
     */
    TreeMap<String, String> headers(String path, String query, Map<String, String> headers, Instant now) {
        String time = TIME.format(now);
        TreeMap<String, String> signed = new TreeMap<>(headers);
        signed.put("x-amz-content-sha256", NO_BODY);
        signed.put("x-amz-date", time);
        if (!user.token().isEmpty()) {
            signed.put("x-amz-security-token", user.token());
        }
        String names = String.join(";", signed.keySet());
        String lines = signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining());
        String request = String.join("\n", "GET", path, query, lines, names, NO_BODY);
        String scope = time.substring(0, DATE_LENGTH) + "/" + region + "/s3/aws4_request";
        byte[] key = ("AWS4" + user.secret()).getBytes(UTF_8);
        for (String part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        String signature = hex(hmac(key, String.join("\n", ALGORITHM, time, scope, hex(sha256(request)))));
        signed.remove("host");
        signed.put(
                "authorization",
                ALGORITHM + " Credential=" + user.name() + "/" + scope + ",SignedHeaders=" + names + ",Signature="
                        + signature);
        return signed;
    }

    /** As S3 wants it in addresses: all but letters, digits and {@code -._~} by their bytes. */
    static String escaped(String text) {
        return URLEncoder.encode(text, UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
