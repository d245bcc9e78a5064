package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Installs, uses, removes and purges the package on top of this machine's own root: an overlay in a mount namespace of
 * its own takes every change, so that the machine stays as it is.
 */
@Timeout(300)
final class InstalledIT {

    private static final String LIFE = """
            set -eu
            fail() { echo "FAILED: $*"; exit 9; }
            mount -t tmpfs tmpfs "$1"
            mkdir "$1/upper" "$1/work" "$1/root"
            mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
            mount -t proc proc "$1/root/proc"
            mount --bind /dev "$1/root/dev"
            mount -t tmpfs tmpfs "$1/root/tmp"
            cp "$2" "$1/root/tmp/wirepath.deb"
            cat >"$1/root/tmp/life" <<'INNER'
            set -eu
            fail() { echo "FAILED: $*"; exit 9; }
            rm -rf /run/systemd/system
            dpkg -i /tmp/wirepath.deb
            dpkg -s "$NAME" | grep -q '^Status: install ok installed' || fail "not installed"
            wirepath version
            wirepath config check /etc/wirepath/sniffer.yaml /etc/wirepath/serve.yaml
            id wirepath | grep -q 'gid=.*(wirepath)' || fail "there is no user"
            id wirepath-sniffer | grep -q 'groups=[0-9]*(wirepath-sniffer)$' || fail "the sniffers have no user of their own"
            [ "$(stat -c '%U %G %a' /var/lib/wirepath)" = 'root root 755' ] || fail "the directory of all"
            [ "$(stat -c '%U %G %a' /var/lib/wirepath/serve)" = 'wirepath wirepath 700' ] || fail "the state directory"
            [ "$(stat -c '%U %G %a' /var/lib/wirepath/spool)" = 'wirepath-sniffer wirepath-sniffer 700' ] || fail "the spools"
            if setpriv --reuid wirepath --regid wirepath --clear-groups ls /var/lib/wirepath/spool 2>/dev/null; then
              fail "the merging service reads what is the sniffers' own"
            fi
            [ "$(stat -c '%U %G %a %s' /etc/wirepath/content.salt)" = 'root wirepath-sniffer 640 32' ] || fail "the salt"
            salt=$(sha256sum /etc/wirepath/content.salt)
            setpriv --reuid wirepath --regid wirepath --clear-groups wirepath messages --json \\
              /usr/lib/wirepath/samples/slow/sw-data.pcap.gz | head -n 3 | wc -l | grep -qx 3 || fail "as the service user"
            if command -v man >/dev/null; then man -w wirepath-config-check >/dev/null || fail "the manual page"; fi
            for service in serve sniff; do
              [ -s /usr/lib/wirepath/cache/$service.jsa ] || fail "nothing was learnt of $service"
            done
            WIREPATH_JAVA_OPTS=-Xlog:class+load:file=/tmp/classes wirepath serve --set http.listen=nonsense 2>/dev/null || true
            [ "$(grep -c 'io.wirepath.*shared objects file (top)' /tmp/classes)" -gt 20 ] || fail "what was learnt is not used"
            echo '# mine' >>/etc/wirepath/sniffer.yaml
            mkdir /var/lib/wirepath/spool/tap && echo kept >/var/lib/wirepath/spool/tap/file
            chown -R wirepath:wirepath /var/lib/wirepath && chgrp wirepath /etc/wirepath/content.salt
            WIREPATH_NO_TRAINING=1 dpkg -i /tmp/wirepath.deb
            [ ! -e /usr/lib/wirepath/cache ] || fail "the upgrade left what was learnt of another program"
            grep -q '# mine' /etc/wirepath/sniffer.yaml || fail "an edited file was lost by the upgrade"
            [ "$(sha256sum /etc/wirepath/content.salt)" = "$salt" ] || fail "the upgrade made another salt"
            [ "$(stat -c '%G' /etc/wirepath/content.salt)" = wirepath-sniffer ] || fail "the sniffers lost the salt"
            [ "$(stat -c '%U' /var/lib/wirepath)" = root ] || fail "the directory of all after an upgrade"
            [ "$(stat -c '%U' /var/lib/wirepath/spool/tap/file)" = wirepath-sniffer ] || fail "the spools of before"
            echo data >/var/lib/wirepath/data
            dpkg -r "$NAME"
            [ ! -e /usr/bin/wirepath ] && [ ! -e /usr/lib/wirepath ] || fail "remove left files"
            grep -q '# mine' /etc/wirepath/sniffer.yaml || fail "remove took a conffile"
            [ -e /var/lib/wirepath/data ] || fail "remove took data"
            dpkg -P "$NAME"
            for left in /etc/wirepath /var/lib/wirepath /usr/lib/wirepath /lib/systemd/system/wirepath.target; do
              [ ! -e "$left" ] || fail "purge left $left"
            done
            if id wirepath 2>/dev/null || id wirepath-sniffer 2>/dev/null; then fail "purge left a user"; fi
            echo WHOLE LIFE
            INNER
            NAME=$3 chroot "$1/root" sh /tmp/life
            """;

    /** The names of the packages, and what the file of each ends in. */
    @ParameterizedTest
    @CsvSource({"wirepath,.deb", "wirepath-with-java," + Shell.WITH_JAVA + ".deb"})
    void livesItsWholeLifeOnTopOfThisMachine(String name, String ending, @TempDir Path temp) throws Exception {
        assumeTrue(Shell.isRoot(), "only root can install packages");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg")), "this is no Debian: dpkg is not here");
        assumeTrue(
                Shell.run("dpkg", "-s", "libpcap0.8", "adduser").status() == 0,
                "what the package depends on is not installed (.ci/packages: libpcap0.8, adduser)");
        assumeTrue(Files.readString(Path.of("/proc/filesystems")).contains("overlay"), "this kernel knows no overlays");
        Path script = Files.writeString(temp.resolve("life"), LIFE);
        Path place = Files.createDirectory(temp.resolve("place"));
        String deb = Shell.built(ending).toString();
        List<String> command = List.of("unshare", "--mount", "sh", script.toString(), place.toString(), deb, name);
        String output = Shell.run(280, command).good();
        assertTrue(output.endsWith("WHOLE LIFE\n"), output);
        assertTrue(output.contains("/etc/wirepath/serve.yaml: good, for serve\n"), output);
        assertFalse(output.contains("warning"), output);
        try (Stream<Path> left = Files.list(place)) {
            assertEquals(0, left.count(), "the overlay reached this machine");
        }
    }
}
