/**
 * The report as one HTML file that needs no network: the data as JSON, and the style and script beside this package
 * that draw it.
 */
@NullMarked
package io.wirepath.appliance.report.html;

import org.jspecify.annotations.NullMarked;
