package io.wirepath.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressTextTest {

    private static final long V4 = 0xffff_0000_0000L;

    @ParameterizedTest
    @CsvSource({
        "10.1.0.11, 10.1.0.11, 10.1.0.11:80",
        "255.255.255.255, 255.255.255.255, 255.255.255.255:80",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1, [2001:db8::1:0:0:1]:80",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1, [2001:db8:0:1:1:1:1:1]:80",
        "0:0:0:0:0:0:0:1, ::1, [::1]:80",
        "0:0:0:0:0:0:0:0, ::, [::]:80",
        "fe80:0:0:0:0:0:0:0, fe80::, [fe80::]:80",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3, [1:0:0:2::3]:80",
        "0:1:2:3:4:5:6:7, 0:1:2:3:4:5:6:7, [0:1:2:3:4:5:6:7]:80",
    })
    void writesAddressesAsRfc5952Recommends(String address, String wanted, String wantedEndpoint)
            throws UnknownHostException {
        ByteBuffer bytes = ByteBuffer.wrap(InetAddress.getByName(address).getAddress());
        boolean four = bytes.remaining() == 4;
        long high = four ? 0 : bytes.getLong();
        long low = four ? V4 | bytes.getInt() & 0xffff_ffffL : bytes.getLong();
        assertEquals(wanted, AddressText.of(high, low));
        assertEquals(wantedEndpoint, AddressText.endpoint(high, low, 80));
    }

    @ParameterizedTest
    @CsvSource({"10.1.0.11, 10.1.0.11", "010.1.0.255, 10.1.0.255", "2001:db8::1, 2001:db8::1", "::ffff:1.2.3.4, 1.2.3.4"
    })
    void readsAddressesInDigits(String address, String wanted) {
        long[] halves = AddressText.parse(address);
        assertEquals(wanted, AddressText.of(halves[0], halves[1]));
    }

    /** Java would ask a name server for these. */
    @ParameterizedTest
    @ValueSource(strings = {"1.2.3.4.5", "300.1.1.1", "99999999999", "12", ".:1", "...", "", "localhost"})
    void takesNoNameForAnAddress(String name) {
        assertFalse(AddressText.isNumeric(name));
        assertThrows(IllegalArgumentException.class, () -> AddressText.parse(name));
    }

    @Test
    void tellsAMappedAddressOfIpv6FromIpv4() {
        long low = V4 | 0x05060708;
        long high = AddressText.highOfIpv6(0, low);
        assertEquals("::ffff:5.6.7.8", AddressText.of(high, low));
        assertEquals("[::ffff:5.6.7.8]:80", AddressText.endpoint(high, low, 80));
        assertEquals(7, AddressText.highOfIpv6(7, low));
    }
}
