package io.wirepath.appliance.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OpenFilesTest {

    private static String limits(String files) {
        return "Max processes             96292                96292                processes\n"
                + "Max open files            " + files + "               1048576              files\n";
    }

    @Test
    void whoListensLeavesMostFilesForAllElse() {
        assertEquals(32, OpenFiles.share(256, limits("256")));
        assertEquals(256, OpenFiles.share(256, limits("65536")));
        assertEquals(1, OpenFiles.share(256, limits("5")));
    }

    @Test
    void whereNothingIsToldTheyTakeWhatTheyWant() {
        assertEquals(256, OpenFiles.share(256, limits("unlimited")));
        assertEquals(256, OpenFiles.share(256, ""));
    }
}
