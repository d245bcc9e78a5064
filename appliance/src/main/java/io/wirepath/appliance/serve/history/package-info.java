/**
 * What a service remembers on disk, within bounds of bytes and age.
 *
 * <pre>
 *  STATE/messages/20261121T220000Z/    a message store an hour, as merge makes them: analyze takes it
 *  STATE/windows/20261121T223000Z-60.json.gz    the report of a window, as analyze --json prints it
 *  STATE/windows/20261121T223000Z-60.sums    what the window is added and compared by, and its long lists
 *  STATE/checkpoint                    what the merge has consumed, and where in the messages that was
 *  STATE/names                         names of addresses
 *
 *  MessageHistory   appends, rolls, deletes the oldest, reads again after a kill
 *  ReportHistory    puts, finds, deletes the oldest; SummedReports adds those of many windows
 *  PageHistory      what the page asks for of a report, packed; TablePages cuts pages of long lists out of the sums
 *  StateFile        a small file that is either the old one or the new one, whole
 * </pre>
 *
 * <p>Times are those of the traffic, not of this machine's clock, so a replay of last month's captures is kept like
 * today's traffic.
 */
@NullMarked
package io.wirepath.appliance.serve.history;

import org.jspecify.annotations.NullMarked;
