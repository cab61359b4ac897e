import type { ProveOptions } from '../../src/prove/options.ts'
import { prove } from '../../src/prove/prove.ts'
import { createVerdict, type Verdict } from '../../src/prove/report/verdict.ts'
import { createProject } from '../migrate/project.ts'

type Files = Readonly<Record<string, string>>

export interface Settings extends Partial<ProveOptions> {
  /** The range of Express in package.json. */
  readonly express?: string
}

/** Writes a program and returns its folder. */
export function writeProgram(source: string | Files, express = '^4.18.0'): string {
  const files = typeof source === 'string' ? { 'app.js': source } : source
  const manifest = JSON.stringify({ name: 'program', dependencies: { express } })
  return createProject({ 'package.json': manifest, ...files })
}

/** What `webapp prove` says of a folder. */
export function verdictOf(folder: string, settings: Settings = {}): Verdict {
  const options: ProveOptions = {
    folder,
    from: undefined,
    to: undefined,
    isJson: false,
    showsMembers: false,
    withTests: false,
    usesCache: false,
    skipped: [],
    ...settings,
  }
  return createVerdict(prove(options, () => undefined))
}

/** What `webapp prove` says of a program of one or several files. */
export function proveSource(source: string | Files, settings: Settings = {}): Verdict {
  return verdictOf(writeProgram(source, settings.express), settings)
}

/** The files of a package, as `node_modules` contains it. */
export function packageFiles(
  name: string,
  source: string | Files,
  manifest: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const files = typeof source === 'string' ? { 'index.js': source } : source
  const all = { 'package.json': JSON.stringify({ name, version: '1.2.3', ...manifest }), ...files }
  return Object.fromEntries(
    Object.entries(all).map(([path, text]) => [`node_modules/${name}/${path}`, text]),
  )
}
