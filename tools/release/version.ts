import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../install-locked.ts'
import type { Bump, Fragment } from './changelog.ts'
import { Refusal } from './refusal.ts'
import type { Manifest } from './settings.ts'

interface Changeset {
  readonly summary: string
  readonly releases: readonly { readonly name: string; readonly type: Bump }[]
}

interface Packages {
  readonly root: { readonly dir: string; readonly packageJson: object }
  readonly packages: readonly { readonly dir: string; readonly packageJson: Manifest }[]
  readonly tool: string
}

/** The parts of Changesets that we use. They are installed with their first use. */
interface Library {
  readonly parse: (text: string) => Changeset
  readonly assemble: (
    changesets: readonly (Changeset & { readonly id: string })[],
    packages: Packages,
    config: object,
    preState: undefined,
  ) => { readonly releases: readonly { readonly newVersion: string }[] }
}

const here = fileURLToPath(new URL('.', import.meta.url))

/** The folder of the fragments, as Changesets has it. */
export const FRAGMENTS = '.changeset'

const ORDER: readonly Bump[] = ['none', 'patch', 'minor', 'major']

export interface Version {
  readonly version: string
  readonly fragments: readonly Fragment[]
}

/** The next version of all packages, from the fragments in the repository. */
export function planVersion(root: string, manifests: readonly Manifest[]): Version {
  const library = loadLibrary()
  const changesets = readChangesets(root, library)
  const current = oneVersion(manifests)
  // The first version has nothing to be compared with.
  if (changesets.length === 0) return { version: current, fragments: [] }
  const names = manifests.map(({ name }) => name)
  const { releases } = library.assemble(
    changesets,
    {
      root: { dir: root, packageJson: {} },
      packages: manifests.map((packageJson) => ({
        dir: join(root, packageJson.name),
        packageJson,
      })),
      tool: 'npm',
    },
    config(names),
    undefined,
  )
  const [first] = releases
  if (first === undefined) return { version: current, fragments: [] }
  return { version: first.newVersion, fragments: changesets.map(toFragment) }
}

/** A version for a dist-tag beside `latest`: it sorts below the release that it leads to. */
export function previewVersion(
  version: string,
  tag: string,
  commit: string,
  count: number,
): string {
  return `${version}-${tag}.${count}.g${commit.slice(0, 8)}`
}

export function fragmentFiles(root: string): string[] {
  let names: string[]
  try {
    names = readdirSync(join(root, FRAGMENTS))
  } catch {
    return []
  }
  const wanted = names.filter((name) => name.endsWith('.md') && name !== 'README.md')
  return wanted.sort().map((name) => join(root, FRAGMENTS, name))
}

function readChangesets(root: string, { parse }: Library) {
  return fragmentFiles(root).map((file) => {
    const id = basename(file, '.md')
    try {
      return { id, ...parse(readFileSync(file, 'utf8')) }
    } catch (error) {
      throw new Refusal(`${FRAGMENTS}/${id}.md: ${(error as Error).message}`)
    }
  })
}

function toFragment({ id, summary, releases }: Changeset & { readonly id: string }): Fragment {
  const highest = Math.max(...releases.map(({ type }) => ORDER.indexOf(type)), 0)
  return { id, summary, bump: ORDER[highest] ?? 'none' }
}

function oneVersion(manifests: readonly Manifest[]): string {
  const [version, ...others] = new Set(manifests.map((manifest) => manifest.version))
  if (version !== undefined && others.length === 0) return version
  const list = manifests.map((manifest) => `${manifest.name} ${manifest.version}`).join(', ')
  throw new Refusal(`All packages have one version, but there are ${list}.`)
}

function config(names: readonly string[]): object {
  return {
    fixed: [names],
    linked: [],
    ignore: [],
    updateInternalDependencies: 'patch',
    privatePackages: { version: false, tag: false },
    snapshot: { useCalculatedVersion: false, prereleaseTemplate: null },
    ___experimentalUnsafeOptions_WILL_CHANGE_IN_PATCH: {
      onlyUpdatePeerDependentsWhenOutOfRange: false,
      updateInternalDependents: 'out-of-range',
      useCalculatedVersionForSnapshots: false,
    },
  }
}

function loadLibrary(): Library {
  installLocked(here)
  const require = createRequire(join(here, 'package.json'))
  return {
    parse: require('@changesets/parse').default,
    assemble: require('@changesets/assemble-release-plan').default,
  }
}
