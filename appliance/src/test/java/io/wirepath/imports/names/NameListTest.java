package io.wirepath.imports.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names from lists. Those in files were written by the servers themselves: dnsmasq 2.90, ISC's dhcpd 4.4.3 and Kea 2.2
 * gave leases to udhcpc in a namespace, BIND 9.18 answered a transfer. JSON is in the form that its programs document.
 */
final class NameListTest {

    private static List<String> told(Path file) throws IOException {
        return told(Files.readAllLines(file));
    }

    private static List<String> told(List<String> lines) {
        List<String> told = new ArrayList<>();
        NameList.read(
                lines,
                (address, name, when) -> told.add(
                        address + " " + name + " " + moment(when.fromNanos()) + ".." + moment(when.toNanos())));
        return told;
    }

    private static String moment(long nanos) {
        return nanos == Long.MIN_VALUE || nanos == Long.MAX_VALUE
                ? ""
                : Instant.EPOCH.plusNanos(nanos).toString();
    }

    private static Map<String, String> names(String text) {
        Map<String, String> names = new TreeMap<>();
        NameList.read(text.lines().toList(), (address, name, when) -> names.put(address, name));
        return names;
    }

    private static Path recorded(String name) {
        return Path.of("src/test/resources/names", name);
    }

    @Test
    void leasesOfDnsmasqEndWhenItSays() throws Exception {
        assertEquals(List.of("10.77.0.58 web1 ..2026-11-29T13:14:38Z"), told(recorded("dnsmasq.leases")));
    }

    @Test
    void leasesOfDhcpdHaveBothTimes() throws Exception {
        assertEquals(
                List.of(
                        "10.77.0.100 web1 2026-11-29T13:04:45Z..2026-11-29T13:14:45Z",
                        "10.77.0.101 db-1 2026-11-29T13:04:48Z..2026-11-29T13:14:48Z"),
                told(recorded("dhcpd.leases")));
    }

    @Test
    void aRenewedLeaseOfKeaIsOne() throws Exception {
        assertEquals(
                List.of(
                        "10.77.0.150 web1.corp.example 2026-11-29T13:04:50Z..2026-11-29T13:14:51Z",
                        "10.77.0.151 db-1.corp.example 2026-11-29T13:04:53Z..2026-11-29T13:14:53Z"),
                told(recorded("kea-leases4.csv")));
    }

    @Test
    void aZoneNamesItsAddressesWithoutWildcards() throws Exception {
        assertEquals(
                List.of(
                        "fd00:77::12 db.corp.example ..",
                        "10.77.0.2 ns.corp.example ..",
                        "10.77.0.11 web1.corp.example .."),
                told(recorded("axfr.txt")));
        assertEquals(
                List.of("10.77.0.11 web1.corp.example ..", "10.77.0.2 ns.corp.example .."),
                told(recorded("axfr-reverse.txt")));
    }

    @Test
    void aReverseRecordWinsOverAliases() {
        assertEquals(Map.of("10.0.0.1", "web1.example", "fd00::1", "six.example"), names("""
                        www.example. 60 IN A 10.0.0.1
                        1.0.0.10.in-addr.arpa. 60 IN PTR web1.example.
                        1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.d.f.ip6.arpa. IN PTR six.example.
                        www.example. 60 IN AAAA FD00:0::1
                        """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# IP address, host name",
                "#IP\thostname",
                "# in use by all",
                "\ufeff# made by hand",
                "10.0.0.2 in a rack"
            })
    void aHostsFileMayBeginAsItLikes(String first) {
        assertEquals("web1", names(first + "\n10.0.0.1 web1\n").get("10.0.0.1"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfIt() {
        assertEquals(Map.of("10.0.0.1", "n1"), names("\ufeff[{\"Node\":\"n1\",\"Address\":\"10.0.0.1\"}]"));
        assertEquals(Map.of("10.0.0.1", "n1"), names("\ufeff10.0.0.1 n1"));
    }

    @Test
    void temporaryLeasesOfDnsmasqAreLeases() {
        assertEquals(Map.of("fd00::11", "web1", "fd00::12", "db"), names("""
                        duid 00:01:00:01
                        1796000000 16777226 fd00::11 web1 00:01
                        1796000000 T16777227 fd00::12 db 00:02
                        """));
    }

    @Test
    void jsonWithoutAnAddressIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> names("[{\"Node\":\"n1\",\"Address\":\"none\"}]"));
    }

    @Test
    void anAddressInTwoSpellingsIsOne() {
        assertEquals(
                List.of("fd00::1 first .."),
                told(List.of(
                        "[{\"Name\":\"first\",\"Networks\":{\"a\":[\"FD00:0::1\"]}},",
                        "{\"Name\":\"second\",\"Networks\":{\"a\":[\"fd00::1\"]}}]")));
    }

    @TestFactory
    Stream<DynamicTest> inventories() {
        Map<String, String> documents = new TreeMap<>();
        documents.put("aws instances", """
                {"Reservations":[{"Instances":[{"InstanceId":"i-1","PrivateIpAddress":"10.0.0.1","Tags":[
                {"Key":"Owner","Value":"x"},{"Key":"Name","Value":"web one"}],"NetworkInterfaces":[{"PrivateIpAddresses":
                [{"PrivateIpAddress":"10.0.0.1","Association":{"PublicIp":"192.0.2.1"}}],
                "Ipv6Addresses":[{"Ipv6Address":"fd00::1"}]}]}]}]}
                |10.0.0.1=web-one, 192.0.2.1=web-one, fd00::1=web-one""");
        documents.put("aws interfaces", """
                {"NetworkInterfaces":[{"NetworkInterfaceId":"eni-1","Description":"ELB app/front/1",
                "PrivateIpAddresses":[{"PrivateIpAddress":"10.0.0.2"}],"TagSet":[]}]}
                |10.0.0.2=ELB-app/front/1""");
        documents.put("gcloud", """
                [{"name":"web-1","networkInterfaces":[{"networkIP":"10.0.0.1","accessConfigs":[{"natIP":"192.0.2.1"}]}]}]
                |10.0.0.1=web-1, 192.0.2.1=web-1""");
        documents.put("azure", """
                [{"virtualMachine":{"name":"web-1","network":{"privateIpAddresses":["10.0.0.1"],
                "publicIpAddresses":[{"ipAddress":"192.0.2.1"}]}}}]
                |10.0.0.1=web-1, 192.0.2.1=web-1""");
        documents.put("openstack", """
                [{"ID":"1","Name":"web-1","Networks":{"private":["10.0.0.1","fd00::1"]}}]
                |10.0.0.1=web-1, fd00::1=web-1""");
        documents.put("govc, as its older versions write", """
                {"VirtualMachines":[{"Name":"web-1","Guest":{"IpAddress":"10.0.0.1","Net":[{"IpAddress":["10.0.0.1",
                "10.1.0.1"]}]}}]}
                |10.0.0.1=web-1, 10.1.0.1=web-1""");
        documents.put("incus", """
                [{"name":"web-1","state":{"network":{"eth0":{"addresses":[{"address":"10.0.0.1"}]},
                "lo":{"addresses":[{"address":"127.0.0.1"},{"address":"::1"}]}}}},{"name":"off","state":null}]
                |10.0.0.1=web-1""");
        documents.put("docker", """
                [{"Name":"bridge","Containers":{"ab":{"Name":"web-1","IPv4Address":"172.17.0.2/16","IPv6Address":""}}}]
                |172.17.0.2=web-1""");
        documents.put("netbox addresses", """
                {"count":2,"next":null,"results":[{"address":"10.0.0.1/24","dns_name":"web-1.example"},
                {"address":"10.0.0.2/24","dns_name":"","assigned_object":{"device":{"name":"sw-1"}}}]}
                |10.0.0.1=web-1.example, 10.0.0.2=sw-1""");
        documents.put("netbox devices", """
                {"count":1,"next":null,"results":[{"name":"sw-1","primary_ip4":{"address":"10.0.0.1/24"},
                "primary_ip6":null}]}
                |10.0.0.1=sw-1""");
        documents.put("consul catalog", """
                [{"Node":"n1","Address":"10.0.0.1","ServiceID":"web-1","ServiceName":"web","ServiceAddress":""},
                {"Node":"n2","Address":"10.0.0.2","ServiceID":"web-2","ServiceAddress":"10.9.0.2"}]
                |10.0.0.1=n1, 10.0.0.2=n2, 10.9.0.2=web-2""");
        documents.put("consul health", """
                [{"Node":{"Node":"n1","Address":"10.0.0.1"},"Service":{"ID":"web-1","Address":"10.9.0.1"}}]
                |10.0.0.1=n1, 10.9.0.1=web-1""");
        return documents.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    String[] parts = each.getValue().split("\\|", -1);
                    assertEquals("{" + parts[1].strip() + "}", names(parts[0]).toString());
                }));
    }

    @Test
    void tablesAreReadByTheirHeadings() {
        assertEquals(Map.of("10.0.0.1", "mysql"), names("address,service,port\n10.0.0.1,mysql,3306\n"));
        assertEquals(
                Map.of("10.0.0.1", "web1", "10.0.0.2", "db", "fd00::2", "db"),
                names("VM;Powerstate;Primary IP Address\nweb1;on;10.0.0.1\ndb;on;\"10.0.0.2, fd00::2\"\noff;off;\n"));
        assertEquals(Map.of("10.0.0.1", "web-1"), names("address,dns_name\n10.0.0.1/24,web 1\n"));
        assertEquals(
                List.of("10.0.0.1 a 2026-01-01T00:00:00Z..2026-01-02T00:00:00Z", "10.0.0.1 b 2026-01-02T00:00:00Z.."),
                told(List.of(
                        "address,name,from,to",
                        "10.0.0.1,a,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z",
                        "10.0.0.1,b,2026-01-02T00:00:00Z,")));
    }

    @Test
    void saysWhatIsWrongAndWhatToDo() {
        Map<String, String> wrong = Map.of(
                "10.0.0.1", "line 1 is not an address and a name",
                "web 10.0.0.1", "line 1 is not an address and a name",
                "[1", "is no JSON: line 1",
                "{\"findings\":[]}", "none of: aws ec2 describe-instances",
                "{\"results\":[],\"next\":\"http://netbox/?offset=50\"}", "the first page",
                "{\"kind\":\"PodList\",\"items\":[],\"metadata\":{\"continue\":\"x\"}}", "the first page",
                "$TTL 60\nweb IN A 10.0.0.1", "named-compilezone",
                "address,name,from\n10.0.0.1,a,yesterday", "line 2: 'yesterday' is not a time",
                "address,name,from,to\n10.0.0.1,a,9,8", "line 2: ends before",
                "lease 10.0.0.1 {\n  starts tomorrow;\n}", "line 2 is no time of a lease");
        wrong.forEach((text, message) -> {
            String said = assertThrows(
                            IllegalArgumentException.class,
                            () -> NameList.read(text.lines().toList(), (address, name, when) -> {}),
                            text)
                    .getMessage();
            assertTrue(said.contains(message), text + ": " + said);
        });
    }

    @Test
    void leasesThatTouchAreOneAndOthersAreNot() {
        List<String> told = new ArrayList<>();
        LeaseSpans spans =
                new LeaseSpans((address, name, when) -> told.add(name + when.fromNanos() + "-" + when.toNanos()));
        spans.add("10.0.0.1", "a", new TimeSpan(0, 10));
        spans.add("10.0.0.1", "a", new TimeSpan(5, 15));
        spans.add("10.0.0.1", "b", new TimeSpan(15, 20));
        spans.add("10.0.0.1", "a", new TimeSpan(30, 40));
        spans.finish();
        assertEquals(List.of("a0-15", "a30-40", "b15-20"), told);
    }
}
