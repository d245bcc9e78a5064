// Bundles the page: node build.mjs FOLDER. With --test, bundles the unit tests into build/test.
import { readdirSync } from "node:fs";
import { build } from "esbuild";

const LICENCES =
  "/*! The page of Wirepath, Apache-2.0. Holds Preact, (c) Jason Miller, and uPlot, (c) Leon Sorokin, both MIT: see NOTICE. */";
const common = { bundle: true, format: "esm", target: "es2022", charset: "utf8", logLevel: "warning" };

if (process.argv[2] === "--test") {
  const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => `test/${name}`),
    outdir: "build/test",
    outExtension: { ".js": ".mjs" },
    platform: "node",
  });
} else {
  await build({
    ...common,
    entryPoints: { page: "src/main.tsx" },
    outdir: process.argv[2],
    minify: true,
    legalComments: "none",
    banner: { js: LICENCES, css: LICENCES },
    jsx: "automatic",
    jsxImportSource: "preact",
  });
}
