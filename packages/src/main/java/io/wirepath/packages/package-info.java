/**
 * Makes of the Debian package what other systems install, so that the list of files is said once; part of the build
 * and of no package.
 *
 * <pre>
 *  OtherForms (main) ─► PackedTree: the files of the .deb ─┬► RpmForm: an rpm
 *                                                          └► ImageForm: an image of containers ─► KubernetesForm
 * </pre>
 *
 * {@link Checksums} lists all that was built, and {@link Signer} signs it where a key is given.
 */
@NullMarked
package io.wirepath.packages;

import org.jspecify.annotations.NullMarked;
