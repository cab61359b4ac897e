import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Candidate } from './candidate.ts'
import type { Scenario } from './scenario.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

export interface FoundCandidate extends Candidate {
  /** The URL of its module, which the server process imports again. */
  readonly module: string
}

/** Every candidate of every module in `candidates/`: a new one is a new file there, nothing else. */
export async function findCandidates(): Promise<FoundCandidate[]> {
  const found: FoundCandidate[] = []
  for (const module of await modulesIn('candidates', '.js')) {
    const { candidates }: { candidates: Candidate[] } = await import(module)
    found.push(...candidates.map((candidate) => ({ ...candidate, module })))
  }
  return found
}

export async function findScenarios(): Promise<Scenario[]> {
  const found: Scenario[] = []
  for (const module of await modulesIn('scenarios', '.ts')) {
    const { scenarios }: { scenarios: Scenario[] } = await import(module)
    found.push(...scenarios)
  }
  return found
}

/** The version that is installed, or `undefined` when it is not. */
export async function versionOf(packageName: string): Promise<string | undefined> {
  const roots = createRequire(import.meta.url).resolve.paths(packageName) ?? []
  const { BENCH_UWS: elsewhere } = process.env
  if (elsewhere) roots.push(join(elsewhere, 'node_modules'))
  for (const root of roots) {
    const text = await readFile(join(root, packageName, 'package.json'), 'utf8').catch(() => '')
    if (text !== '') return String(JSON.parse(text).version).replace(/^v/, '')
  }
  return undefined
}

async function modulesIn(name: string, extension: string): Promise<string[]> {
  const names = await readdir(join(folder, name))
  return names
    .filter((file) => file.endsWith(extension))
    .sort()
    .map((file) => pathToFileURL(join(folder, name, file)).href)
}
