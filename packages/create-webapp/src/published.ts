import { readFileSync } from 'node:fs'

/** The versions that package.json of a project names. */
export interface Published {
  readonly framework: string
  readonly cli: string
}

/**
 * The versions of the release that this file is part of. `npm run release` writes them into package.json
 * of create-webapp. A clone and a tarball of `npm run pack` have none: the names may belong to others on
 * the public registry.
 */
export const PUBLISHED = read()

function read(): Published | undefined {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { published?: Published }).published
}
