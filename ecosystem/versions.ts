import { readFileSync } from 'node:fs'

type Versions = Readonly<Record<string, string>>

/** The exact versions that the cases run with; vite is the one that the tests of webapp use. */
export function readVersions(): Versions {
  const { vite } = readManifest('../package.json').devDependencies ?? {}
  return { ...(vite && { vite }), ...readManifest('./package.json').dependencies }
}

function readManifest(path: string): { dependencies?: Versions; devDependencies?: Versions } {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
