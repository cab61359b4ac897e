import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { UsageError } from './options.ts'
import { findSources, type Sources } from './packages.ts'
import { writeProject } from './project.ts'
import type { Template } from './templates.ts'

/** Everything that a project is created from. */
export interface Plan {
  readonly folder: string
  readonly template: Template
  readonly typescript: boolean
  readonly webapp: string | undefined
  readonly cli: string | undefined
  readonly install: boolean
}

/** Creates the project. If something fails before it is complete, nothing is left behind. */
export async function create(plan: Plan): Promise<void> {
  const folder = resolve(plan.folder)
  checkFolder(folder, plan.folder)
  const sources = findSources(plan)
  writeAtOnce(folder, plan, sources)
  console.log(
    `Created ${plan.folder} (${plan.template}, ${plan.typescript ? 'TypeScript' : 'JavaScript'}).`,
  )
  const isInstalled = plan.install && install(folder)
  console.log(nextSteps(folder, isInstalled))
}

function checkFolder(folder: string, given: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw new UsageError(`"${given}" exists and is not a folder.`)
  const files = readdirSync(folder).filter((name) => name !== '.git')
  if (files.length > 0) {
    throw new UsageError(
      `the folder "${given}" is not empty (${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}). ` +
        'Choose a new folder.',
    )
  }
}

/** Writes into a folder beside the wanted one, and moves it when it is complete. */
function writeAtOnce(folder: string, plan: Plan, sources: Sources): void {
  const parent = dirname(folder)
  const missing = firstMissing(parent)
  mkdirSync(parent, { recursive: true })
  const draft = mkdtempSync(join(parent, `.${basename(folder)}-`))
  try {
    writeProject(draft, { ...plan, sources, name: packageName(folder) })
    moveInto(draft, folder)
  } catch (error) {
    rmSync(missing ?? draft, { recursive: true, force: true })
    throw error
  }
}

/** The outermost folder of a path that does not exist. */
function firstMissing(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return undefined
  return firstMissing(dirname(path)) ?? path
}

/** The folder may exist, empty or with a .git folder. */
function moveInto(draft: string, folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    renameSync(draft, folder)
    return
  }
  for (const name of readdirSync(draft)) renameSync(join(draft, name), join(folder, name))
  rmSync(draft, { recursive: true })
}

/** A name that npm accepts, from the name of the folder. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[-.]+$/g, '')
  return name === '' || name === 'webapp' || name === 'node_modules' ? 'my-webapp' : name
}

function install(folder: string): boolean {
  console.log('Running npm install …')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) console.error('npm install failed; run it again in the folder.')
  return status === 0
}

function nextSteps(folder: string, isInstalled: boolean): string {
  const path = relative(process.cwd(), folder)
  const steps = [
    ...(path === '' ? [] : [`cd ${/\s/.test(path) ? `"${path}"` : path}`]),
    ...(isInstalled ? [] : ['npm install']),
    'npm test        # runs the tests',
    'npm run dev     # starts the application again on change',
    'npm start       # starts the application',
  ]
  return `\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}\n`
}
