import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/**
 * Writes `dist/client.mjs` as one ES module without imports. The ES modules of the other entries import
 * CommonJS, which browsers cannot load.
 */
const here = (path: string) => fileURLToPath(new URL(`../packages/webapp/${path}`, import.meta.url))

buildSync({
  entryPoints: [here('src/client.ts')],
  outfile: here('dist/client.mjs'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
})
