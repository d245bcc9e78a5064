package io.wirepath.imports.names;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.causes.TimeSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where inventories that print JSON have names and addresses ({@linkplain JsonPaths paths}). The first name of an item
 * that is there counts, and the first item that has an address.
 *
 * @param what prints it
 * @param items the things that have names
 * @param names their names, best first
 * @param addresses their addresses, with or without the length of a prefix
 */
record JsonInventory(String what, String items, List<String> names, List<String> addresses) {

    static final List<JsonInventory> ALL = List.of(
            new JsonInventory(
                    "aws ec2 describe-instances",
                    "Reservations.*.Instances.*",
                    List.of("Tags.Key=Name.Value", "InstanceId"),
                    List.of(
                            "PrivateIpAddress",
                            "PublicIpAddress",
                            "NetworkInterfaces.*.PrivateIpAddresses.*.PrivateIpAddress",
                            "NetworkInterfaces.*.PrivateIpAddresses.*.Association.PublicIp",
                            "NetworkInterfaces.*.Ipv6Addresses.*.Ipv6Address")),
            new JsonInventory(
                    "aws ec2 describe-network-interfaces",
                    "NetworkInterfaces.*",
                    List.of("TagSet.Key=Name.Value", "Description", "NetworkInterfaceId"),
                    List.of(
                            "PrivateIpAddresses.*.PrivateIpAddress",
                            "PrivateIpAddresses.*.Association.PublicIp",
                            "Ipv6Addresses.*.Ipv6Address")),
            new JsonInventory(
                    "gcloud compute instances list",
                    "*",
                    List.of("name"),
                    List.of(
                            "networkInterfaces.*.networkIP",
                            "networkInterfaces.*.accessConfigs.*.natIP",
                            "networkInterfaces.*.ipv6Address")),
            new JsonInventory(
                    "az vm list-ip-addresses",
                    "*.virtualMachine",
                    List.of("name"),
                    List.of("network.privateIpAddresses.*", "network.publicIpAddresses.*.ipAddress")),
            new JsonInventory("openstack server list", "*", List.of("Name"), List.of("Networks.*.*")),
            new JsonInventory(
                    "govc vm.info",
                    "virtualMachines.*",
                    List.of("name"),
                    List.of("guest.ipAddress", "guest.net.*.ipAddress.*")),
            new JsonInventory(
                    "incus list, lxc list", "*", List.of("name"), List.of("state.network.*.addresses.*.address")),
            new JsonInventory(
                    "docker network inspect", "*.Containers.*", List.of("Name"), List.of("IPv4Address", "IPv6Address")),
            new JsonInventory(
                    "NetBox, ip-addresses",
                    "results.*",
                    List.of("dns_name", "assigned_object.virtual_machine.name", "assigned_object.device.name"),
                    List.of("address")),
            new JsonInventory(
                    "NetBox, devices and virtual machines",
                    "results.*",
                    List.of("name"),
                    List.of("primary_ip4.address", "primary_ip6.address")),
            new JsonInventory("Consul, catalog", "*", List.of("Node"), List.of("Address")),
            new JsonInventory("Consul, catalog of a service", "*", List.of("ServiceID"), List.of("ServiceAddress")),
            new JsonInventory("Consul, health", "*.Node", List.of("Node"), List.of("Address")),
            new JsonInventory("Consul, health of a service", "*.Service", List.of("ID"), List.of("Address")));

    /**
     * Shows the names of this document.
     *
     * @return whether there is an address
     */
    static boolean read(JsonNode root, AddressNameSink to) {
        Set<String> named = new HashSet<>();
        ALL.forEach(inventory -> inventory.read(root, named, to));
        return !named.isEmpty();
    }

    private static boolean isOfTheHostItself(String address) {
        return address.startsWith("127.") || address.equals("::1");
    }

    private void read(JsonNode root, Set<String> named, AddressNameSink to) {
        JsonPaths.of(root, items).forEach(item -> {
            String name = names.stream()
                    .map(path -> JsonPaths.text(item, path))
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .orElse("");
            addresses.stream()
                    .flatMap(path -> JsonPaths.of(item, path))
                    .map(node -> node.asText().replaceFirst("/\\d+$", ""))
                    .filter(NameList::isAddress)
                    .map(NameList::spelled)
                    .filter(address -> !name.isEmpty() && !isOfTheHostItself(address) && named.add(address))
                    .forEach(address -> to.onName(address, name, TimeSpan.ALWAYS));
        });
    }
}
