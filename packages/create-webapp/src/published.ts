import { readFileSync } from 'node:fs'

/** What package.json of a project names for the packages of this release. */
export interface Published {
  readonly framework: string
  readonly cli: string
}

/**
 * The versions that were published together with this file. `npm run release` writes them into the
 * package.json of create-webapp; a clone and a tarball of `npm run pack` have none.
 */
export function publishedVersions(): Published | undefined {
  const manifest = new URL('../package.json', import.meta.url)
  const { published } = JSON.parse(readFileSync(manifest, 'utf8')) as { published?: Published }
  return published
}
