// SPDX-License-Identifier: Apache-2.0
// Bundles the page's script and style into the folder named by the first argument (default: dist).
import { build } from "esbuild";

const folder = process.argv[2] ?? "dist";

await build({
  entryPoints: ["page.ts", "page.css"],
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  charset: "ascii", // the page's bytes, and so the hash in its policy, depend on no encoding
  legalComments: "none",
  logLevel: "warning",
});
