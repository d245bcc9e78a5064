/**
 * Makes of the Debian package what other systems install, so that the list of files is said once; part of the build
 * and of no package.
 *
 * <pre>
 *  OtherForms (main) ─► PackedTree: the files of the .deb ─┬► RpmForm: an rpm
 *                                                          └► ImageForm: an image of containers
 * </pre>
 */
@NullMarked
package io.wirepath.packages;

import org.jspecify.annotations.NullMarked;
