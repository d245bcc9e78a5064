/**
 * Questions by machine, and the site's own log-in, in a module beside the appliance: what it needs is not on the class
 * path of who reads a capture.
 *
 * <pre>
 *  WirepathConnect (main) ─► mcp.McpCommand ─► mcp.McpServers ─► mcp.Tools ─► mcp.ToolAnswers
 *  wirepath names, serve ─► names: NameSource; captures of s3:// and rpcap:// ─► capture: CaptureStore
 *  wirepath serve, where http.oidc is set ─► oidc.OidcMaker ─► oidc.OidcIssuer
 * </pre>
 */
@NullMarked
package io.wirepath.connect;

import org.jspecify.annotations.NullMarked;
