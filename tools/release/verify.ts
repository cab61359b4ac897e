import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { checkLinks, type Links } from './links.ts'
import type { Manifest, ReleasedPackage } from './settings.ts'
import type { PackedFile } from './tarball.ts'

/** A packed package, and what it has to satisfy. */
export interface Packed {
  readonly files: readonly PackedFile[]
  /** The bytes of the tarball. */
  readonly size: number
  readonly most: ReleasedPackage['most']
  /** Where its manifest has to lead; undefined while the repository has no public address. */
  readonly links?: Links | undefined
  /** Texts that only this machine knows: its folders and its registry. */
  readonly local: readonly string[]
  /** Packages that its programs load from the project of the user; '*' for any. */
  readonly loads?: readonly string[]
}

/** Files that npm adds whatever `files` lists. */
const ALWAYS = /^(?:package\.json|README\.md|LICENSE)$/

/** Files that are in no package, wherever they are. */
const NEVER = /(?:^|\/)(?:\.npmrc|\.env|\.git|package-lock\.json)$|\.(?:tgz|map|tsbuildinfo|log)$/

/** The problems of a packed package, a sentence each. */
export function verifyPackage(packed: Packed): string[] {
  const manifestFile = packed.files.find(({ path }) => path === 'package.json')
  if (manifestFile === undefined) return ['It has no package.json.']
  const manifest: Manifest = JSON.parse(manifestFile.content.toString('utf8'))
  return [
    ...checkContents(packed.files, manifest),
    ...checkManifest(manifest, packed.files),
    ...checkLinks(manifest, packed.links),
    ...checkSize(packed),
    ...packed.files.flatMap((file) => checkLocal(file, packed.local)),
    ...checkImports(packed, manifest),
  ]
}

function checkContents(files: readonly PackedFile[], manifest: Manifest): string[] {
  const listed = manifest.files ?? []
  const isListed = (path: string) =>
    ALWAYS.test(path) || listed.some((one) => path === one || path.startsWith(`${one}/`))
  const paths = files.map(({ path }) => path)
  return [
    ...['README.md', 'LICENSE']
      .filter((path) => !paths.includes(path))
      .map((path) => `It has no ${path}.`),
    ...paths.filter((path) => !isListed(path)).map((path) => `"files" does not list ${path}.`),
    ...paths.filter((path) => NEVER.test(path)).map((path) => `${path} must not be in a package.`),
  ]
}

function checkManifest(manifest: Manifest, files: readonly PackedFile[]): string[] {
  const problems: string[] = []
  for (const field of ['devDependencies', 'scripts', 'private', 'workspaces']) {
    if (manifest[field] !== undefined) problems.push(`package.json has "${field}".`)
  }
  if (manifest.license === undefined) problems.push('package.json has no "license".')
  const dependencies = Object.entries(manifest.dependencies ?? {})
  for (const [name, range] of dependencies) {
    if (/^(?:file|link|git|https?|workspace):|^[./]/.test(range)) {
      problems.push(`The dependency ${name} is "${range}", which is not on a registry.`)
    }
  }
  const paths = new Set(files.map(({ path }) => path))
  for (const target of targetsOf(manifest)) {
    if (!paths.has(posix.normalize(target))) {
      problems.push(`package.json names ${target}, which is not in the package.`)
    }
  }
  for (const target of programsOf(manifest)) {
    const file = files.find(({ path }) => path === posix.normalize(target))
    if (file === undefined) continue
    if (!file.content.subarray(0, 100).toString('utf8').startsWith('#!/usr/bin/env node')) {
      problems.push(`${target} is a program, but does not start with #!/usr/bin/env node.`)
    }
    if ((file.mode & 0o111) === 0) problems.push(`${target} is a program, but not executable.`)
  }
  return problems
}

/** Every file that package.json names. */
function targetsOf(manifest: Manifest): Set<string> {
  const targets = new Set(programsOf(manifest))
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('./')) targets.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for (const field of ['main', 'types', 'exports', 'typesVersions']) collect(manifest[field])
  return targets
}

/** The programs that a package installs. */
export function programsOf({ bin }: Pick<Manifest, 'bin'>): string[] {
  if (bin === undefined) return []
  return typeof bin === 'string' ? [bin] : Object.values(bin)
}

function checkSize({ files, size, most }: Packed): string[] {
  const unpacked = files.reduce((sum, { content }) => sum + content.length, 0)
  const actual = { files: files.length, packed: size, unpacked }
  return (Object.keys(most) as (keyof typeof most)[])
    .filter((kind) => actual[kind] > most[kind])
    .map((kind) => `${kind}: ${actual[kind]}, of ${most[kind]} at most (release.json).`)
}

function checkLocal({ path, content }: PackedFile, local: readonly string[]): string[] {
  const text = content.toString('utf8')
  return local
    .filter((one) => one !== '' && text.includes(one))
    .map((one) => `${path} contains "${one}", which only this machine knows.`)
}

const SPECIFIER = /(?:\brequire\(|\bimport\(|\bfrom|\bimport)\s*(['"])([@a-z][^'"\n]*)\1/g

/** Programs and declarations of the package may import what users install with it. */
function checkImports({ files, loads = [] }: Packed, manifest: Manifest): string[] {
  if (loads.includes('*')) return []
  const known = new Set([
    manifest.name,
    ...loads,
    ...['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((field) =>
      Object.keys((manifest[field] as object | undefined) ?? {}),
    ),
  ])
  const isOurs = ({ path }: PackedFile) =>
    /^dist\/.*\.[mc]?[jt]s$/.test(path) && !path.includes('/templates/')
  return files.filter(isOurs).flatMap(({ path, content }) => {
    const lines = withoutComments(content.toString('utf8')).split('\n')
    const names = lines.flatMap(importedIn).map(packageOf)
    const unknown = [...new Set(names)].filter(
      (name) => !known.has(name) && !known.has(`@types/${name}`) && !isBuiltin(name),
    )
    return unknown.map((name) => `${path} imports ${name}, which package.json does not list.`)
  })
}

/** What a line of a program or of a declaration imports. */
function importedIn(line: string): string[] {
  const found = [...line.matchAll(SPECIFIER)].filter(({ index }) => !isQuoted(line, index))
  return found.map(([, , specifier = '']) => specifier)
}

/** Whether a place is inside of a string: a message may show an import. */
function isQuoted(line: string, place: number): boolean {
  let quote: string | undefined
  for (let at = 0; at < place; at++) {
    const character = line[at] ?? ''
    if (quote !== undefined && character === '\\') at++
    else if (character === quote) quote = undefined
    else if (quote === undefined && /['"`]/.test(character)) quote = character
  }
  return quote !== undefined
}

function packageOf(specifier: string): string {
  const [scope = '', name] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

/** Comments show imports of other packages. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/\*[\s\S]*?\*\/|\*).*$/gm, '')
}
