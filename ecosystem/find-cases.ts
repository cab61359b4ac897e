import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files whose cases share a process. */
export type Group = readonly string[]

/** `packages/` shares one process for each side; what is in `packages/apart/` changes too much for that. */
export function findCases(names: readonly string[]): Group[] {
  const isWanted = (file: string) =>
    names.length === 0 || names.some((name) => basename(file).includes(name))
  const together = listFiles('packages').filter(isWanted)
  const apart = listFiles('packages/apart').filter(isWanted)
  if (together.length + apart.length === 0) throw new RangeError(`no package: ${names.join(' ')}`)
  return [together, ...apart.map((file) => [file])].filter((group) => group.length > 0)
}

function listFiles(folder: string): string[] {
  const path = fileURLToPath(new URL(`./${folder}/`, import.meta.url))
  return readdirSync(path)
    .filter((name) => name.endsWith('.js'))
    .map((name) => path + name)
    .sort()
}
