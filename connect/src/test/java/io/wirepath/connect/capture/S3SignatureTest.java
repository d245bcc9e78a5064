package io.wirepath.connect.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of AWS' "Signature Calculations for the Authorization Header", with the signatures that it prints. */
final class S3SignatureTest {

    private static final S3Signature EXAMPLE = new S3Signature(
            new S3Settings.User("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""), "us-east-1");
    private static final String HOST = "examplebucket.s3.amazonaws.com";
    private static final Instant TIME = Instant.parse("2013-05-24T00:00:00Z");

    @Test
    void signsPartsOfAnObject() {
        Map<String, String> headers =
                EXAMPLE.headers("/test.txt", "", Map.of("host", HOST, "range", "bytes=0-9"), TIME);

        assertEquals(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
                headers.get("authorization"));
    }

    @Test
    void signsLists() {
        Map<String, String> headers = EXAMPLE.headers("/", "max-keys=2&prefix=J", Map.of("host", HOST), TIME);

        assertTrue(
                headers.get("authorization")
                        .endsWith("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
                headers.get("authorization"));
    }

    @Test
    void escapesAsTheStoreDoes() {
        assertEquals("a%20b%2Bc%2F~%2A%C3%A4-._", S3Signature.escaped("a b+c/~*ä-._"));
    }
}
