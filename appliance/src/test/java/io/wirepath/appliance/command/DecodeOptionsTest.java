package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.UdpTunnel;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

final class DecodeOptionsTest {

    @Command
    private static final class Verb {}

    private static DecodeSettings settings(String... arguments) {
        DecodeOptions options = new DecodeOptions();
        CommandLine line = new CommandLine(new Verb());
        line.addMixin("decode", options);
        line.parseArgs(arguments);
        return options.settings(line.getCommandSpec());
    }

    @Test
    void changesNothingUnlessAsked() {
        assertEquals(DecodeSettings.defaults(), settings());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"vlan | true | false", "vni | false | true", "vlan,vni | true | true", "vni,vlan | true | true"})
    void tellsAddressesApartByWhatTheKeyNames(String key, boolean vlan, boolean vni) {
        DecodeSettings settings = settings("--key", key);
        assertEquals(vlan, settings.vlanInKey());
        assertEquals(vni, settings.vniInKey());
    }

    @Test
    void looksForTunnelsOnTheNamedPortsOnly() {
        DecodeSettings settings = settings("--tunnel-port", "vxlan=1,65535", "--tunnel-port=geneve=");
        assertEquals(Set.of(1, 65_535), settings.tunnelPorts().get(UdpTunnel.VXLAN));
        assertEquals(Set.of(), settings.tunnelPorts().get(UdpTunnel.GENEVE));
        assertEquals(Set.of(2152), settings.tunnelPorts().get(UdpTunnel.GTP_U));
    }

    @Test
    void takesANamedPortAwayFromTheTunnelThatUsuallyHasIt() {
        DecodeSettings settings = settings("--tunnel-port", "vxlan-gpe=8472");
        assertEquals(Set.of(8472), settings.tunnelPorts().get(UdpTunnel.VXLAN_GPE));
        assertEquals(Set.of(4789), settings.tunnelPorts().get(UdpTunnel.VXLAN));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--key=mac | --key: 'mac' is neither vlan nor vni",
                "--key=vlan,VNI | --key: 'VNI' is neither vlan nor vni",
                "--tunnel-port=4789 | --tunnel-port: '4789' is not of the form vxlan=4789,8472",
                "--tunnel-port=gtp=2152 | --tunnel-port: 'gtp' is none of vxlan, vxlan-gpe, geneve, gtp-u, teredo, tzsp,"
                        + " l2tp, lisp, ayiya, mpls, gre, capwap",
                "--tunnel-port=vxlan=0 | --tunnel-port: '0' is not a UDP port (1 to 65535)",
                "--tunnel-port=vxlan=65536 | --tunnel-port: '65536' is not a UDP port (1 to 65535)",
                "--tunnel-port=vxlan=1,,2 | --tunnel-port: '' is not a UDP port (1 to 65535)",
                "--tunnel-port=vxlan=-1 | --tunnel-port: '-1' is not a UDP port (1 to 65535)",
                "--tunnel-port=vxlan=7,7 | --tunnel-port: port 7 is named twice",
            })
    void refusesTheRestAndSaysWhy(String argument, String wanted) {
        assertEquals(
                wanted,
                assertThrows(ParameterException.class, () -> settings(argument)).getMessage());
    }
}
