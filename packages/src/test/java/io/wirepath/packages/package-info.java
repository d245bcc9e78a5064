/**
 * What the packages hold, and whether they can be installed, used and removed; run by {@code mvn -Ppackages verify},
 * after the packages were built.
 *
 * <pre>
 *  PackageContentsIT   lists and control files                                   a second
 *  InstalledIT         installs over this machine's own root, in an overlay      seconds, root
 *  BootedIT            installs in a fresh Debian that systemd boots             minutes, root, tagged slow
 * </pre>
 */
@NullMarked
package io.wirepath.packages;

import org.jspecify.annotations.NullMarked;
