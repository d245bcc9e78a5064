package io.wirepath.flows.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.AddressText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProcessNamesTest {

    private static final long[] WEB = AddressText.halves(new byte[] {10, 0, 0, 1});

    private final ProcessNames names = new ProcessNames();

    private Map<String, String> told() {
        Map<String, String> told = new TreeMap<>();
        names.tell((high, low, name, origin) -> told.put(AddressText.of(high, low), name + " " + origin));
        return told;
    }

    @Test
    void namesAnAddressAfterTheOneProgramThatRunsThere() {
        names.add(WEB[0], WEB[1], "PID: 7\nCmd: /usr/sbin/nginx\nArgs: nginx -g x");
        names.add(WEB[0], WEB[1], "ParentPID: 1\nParentCmd: /sbin/init");
        assertEquals(Map.of("10.0.0.1", "nginx PROCESS"), told());
        assertEquals(List.of(), names.remarks());
    }

    @Test
    void givesNoNameWhereSeveralProgramsRunAndSaysSo() {
        names.add(WEB[0], WEB[1], "PID: 7\nCmd: /usr/sbin/nginx");
        names.add(WEB[0], WEB[1], "PID: 8\nCmd: /usr/bin/curl");
        assertEquals(Map.of(), told());
        assertEquals(List.of("several programs run at 10.0.0.1, so none names it: curl, nginx"), names.remarks());
    }

    @Test
    void aContainerNamesWhatSeveralProgramsDoNot() {
        names.add(WEB[0], WEB[1], "PID: 7\nCmd: /usr/sbin/nginx");
        names.add(WEB[0], WEB[1], "PID: 8\nCmd: /usr/bin/curl");
        names.add(WEB[0], WEB[1], "ContainerName: web-1\nContainerId: 77");
        assertEquals(Map.of("10.0.0.1", "web-1 PROCESS"), told());
        assertEquals(List.of(), names.remarks());
    }

    @Test
    void leavesNothingInANameThatATerminalOrAPageWouldObey() {
        assertEquals("_script_a__2J", ProcessNames.safe("<script>a\u001b[2J"));
        assertEquals(63, ProcessNames.safe("a".repeat(500)).length());
    }
}
