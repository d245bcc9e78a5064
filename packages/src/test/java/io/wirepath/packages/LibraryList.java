package io.wirepath.packages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The list of the libraries that the packages hold, a line each: file, SHA-256, licence, with tabs between.
 *
 * @param file name of the jar
 * @param sha256 of its bytes, in hexadecimal digits
 * @param licence as SPDX names it, where it does
 */
record LibraryList(String file, String sha256, String licence) {

    private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");

    /** The list that is kept with the sources. */
    static List<LibraryList> kept() throws IOException {
        List<LibraryList> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("src/packages/libraries.tsv"))) {
            String[] fields = line.split("\t", -1);
            all.add(new LibraryList(fields[0], fields[1], fields[2]));
        }
        return all;
    }

    /** The lines that a bill of materials in CycloneDX's form gives. */
    static List<String> ofBill(Path bill) throws IOException {
        List<String> lines = new ArrayList<>();
        for (JsonNode part : new ObjectMapper().readTree(bill.toFile()).get("components")) {
            if (part.get("group").asText().equals("io.wirepath")) {
                continue;
            }
            Matcher classifier = CLASSIFIER.matcher(part.get("purl").asText());
            String file = part.get("name").asText() + "-" + part.get("version").asText()
                    + (classifier.find() ? "-" + classifier.group(1) : "") + ".jar";
            List<String> licences = new ArrayList<>();
            for (JsonNode licence : part.withArray("licenses")) {
                JsonNode named = licence.path("license");
                licences.add(licence.path("expression")
                        .asText(named.path("id").asText(named.path("name").asText())));
            }
            lines.add(file + "\t" + sha256(part) + "\t" + String.join(" or ", licences));
        }
        Collections.sort(lines);
        return lines;
    }

    private static String sha256(JsonNode part) {
        for (JsonNode hash : part.withArray("hashes")) {
            if (hash.get("alg").asText().equals("SHA-256")) {
                return hash.get("content").asText();
            }
        }
        return "";
    }

    /** The check sum of a file. */
    static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
