package io.wirepath.appliance.command;

import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.UdpTunnel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What the operator says of decoding: what tells equal addresses apart, and on which ports tunnels are. */
final class DecodeOptions {

    private static final String KEY = "--key";
    private static final String TUNNEL_PORT = "--tunnel-port";
    private static final String VLAN = "vlan";
    private static final String VNI = "vni";

    @Option(
            names = KEY,
            paramLabel = "LIST",
            order = 30,
            split = ",",
            description =
                    "What distinguishes hosts of equal addresses: vlan, vni (VXLAN, GENEVE, NVGRE, GRE key, I-SID)"
                            + " or vlan,vni. Default: nothing does.")
    private List<String> key = new ArrayList<>();

    @Option(
            names = TUNNEL_PORT,
            paramLabel = "NAME=PORTS",
            order = 31,
            description = "UDP ports of a tunnel, instead of its usual ones: vxlan=4789,8472; none after the = means"
                    + " that it is not looked for. May be given for several tunnels.")
    private List<String> tunnelPorts = new ArrayList<>();

    /** The settings; refuses what makes no sense as wrong usage of this command. */
    DecodeSettings settings(CommandSpec command) {
        for (String each : key) {
            if (!each.equals(VLAN) && !each.equals(VNI)) {
                throw refusal(command, KEY, "'" + each + "' is neither vlan nor vni");
            }
        }
        Map<UdpTunnel, Set<Integer>> named = namedPorts(command);
        DecodeSettings settings = DecodeSettings.defaults();
        for (UdpTunnel tunnel : UdpTunnel.values()) {
            settings = settings.withPorts(tunnel, portsOf(tunnel, settings, named));
        }
        return settings.withKey(key.contains(VLAN), key.contains(VNI));
    }

    /** A port that was named for one tunnel is no longer another's usual one. */
    private static Set<Integer> portsOf(UdpTunnel tunnel, DecodeSettings settings, Map<UdpTunnel, Set<Integer>> named) {
        Set<Integer> own = named.get(tunnel);
        if (own != null) {
            return own;
        }
        Set<Integer> usual = new HashSet<>(settings.tunnelPorts().getOrDefault(tunnel, Set.of()));
        named.values().forEach(usual::removeAll);
        return usual;
    }

    private Map<UdpTunnel, Set<Integer>> namedPorts(CommandSpec command) {
        Map<UdpTunnel, Set<Integer>> named = new EnumMap<>(UdpTunnel.class);
        Set<Integer> taken = new HashSet<>();
        for (String text : tunnelPorts) {
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw refusal(command, TUNNEL_PORT, "'" + text + "' is not of the form vxlan=4789,8472");
            }
            UdpTunnel tunnel = tunnel(command, text.substring(0, equals));
            for (int port : ports(command, text.substring(equals + 1))) {
                if (!taken.add(port)) {
                    throw refusal(command, TUNNEL_PORT, "port " + port + " is named twice");
                }
                named.computeIfAbsent(tunnel, t -> new TreeSet<>()).add(port);
            }
            named.computeIfAbsent(tunnel, t -> new TreeSet<>());
        }
        return named;
    }

    private static UdpTunnel tunnel(CommandSpec command, String name) {
        return Arrays.stream(UdpTunnel.values())
                .filter(tunnel -> nameOf(tunnel).equals(name))
                .findFirst()
                .orElseThrow(() -> refusal(
                        command,
                        TUNNEL_PORT,
                        "'" + name + "' is none of "
                                + Arrays.stream(UdpTunnel.values())
                                        .map(DecodeOptions::nameOf)
                                        .collect(Collectors.joining(", "))));
    }

    private static String nameOf(UdpTunnel tunnel) {
        return tunnel.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Collection<Integer> ports(CommandSpec command, String list) {
        List<Integer> ports = new ArrayList<>();
        if (list.isEmpty()) {
            return ports;
        }
        for (String text : list.split(",", -1)) {
            if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > 65_535) {
                throw refusal(command, TUNNEL_PORT, "'" + text + "' is not a UDP port (1 to 65535)");
            }
            ports.add(Integer.parseInt(text));
        }
        return ports;
    }

    private static ParameterException refusal(CommandSpec command, String option, String reason) {
        return new ParameterException(command.commandLine(), option + ": " + reason);
    }
}
