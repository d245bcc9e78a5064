/**
 * Lists of names of addresses, as other programs keep or print them.
 *
 * <pre>
 *   lines ─► NameList ─ by how they begin ─► NameFormat ─► AddressNameSink: an address, its name, from when to when
 *                                             NamedJson         rows of JsonInventory; KubernetesObjects
 *                                             LeaseBlocks       ISC's dhcpd
 *                                             LeaseLines        dnsmasq
 *                                             NameTable         a table with a heading: Kea, exports
 *                                             ZoneRecords       a zone of the DNS
 *                                             HostsLines        /etc/hosts, and what nothing else takes
 *   NameSource (asked over the network: connect) ─► NameLedger: from when to when ─► rows of AddressName
 * </pre>
 *
 * <p>One more format is one more class in the list of {@link io.wirepath.imports.names.NameList}; one more JSON one
 * more row of JsonInventory.
 */
@NullMarked
package io.wirepath.imports.names;

import org.jspecify.annotations.NullMarked;
