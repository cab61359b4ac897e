/**
 * Runs before a program in a child process of `webapp routes`: records registrations, keeps servers
 * from listening, and writes what it saw to the file that WEBAPP_ROUTES_RESULT names.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { keepFromListening } from '../keep-from-listening.ts'
import type { Observation, Place } from './model.ts'
import { observe } from './observe.ts'
import { placeInStack } from './places.ts'
import { keepGoing, refusals, watchFramework } from './record.ts'

const result = process.env.WEBAPP_ROUTES_RESULT ?? ''
const program = process.env.WEBAPP_ROUTES_PROGRAM ?? ''
const wait = Number(process.env.WEBAPP_ROUTES_WAIT ?? 10_000)

/** The copies of Express that the program loads. */
const watched = new Set<object>()

let hasListened = false
let isReported = false

if (process.env.WEBAPP_ROUTES_CHECK === 'yes') keepGoing()
// webapp then records where the routes of a set are described.
process.env.WEBAPP_ROUTE_LOCATIONS ??= '1'
// Child processes of the program are no part of it.
for (const name of ['RESULT', 'PROGRAM', 'WAIT', 'CHECK'])
  delete process.env[`WEBAPP_ROUTES_${name}`]

watchModules()

// The frames of the framework hide the program's in a short stack.
Error.stackTraceLimit = 50

keepFromListening(() => {
  if (hasListened) return
  hasListened = true
  // Routes may follow in the same turn. Something else may keep the process alive.
  setTimeout(finish, 100).unref()
})

process.on('exit', () => report({}))
process.on('uncaughtExceptionMonitor', (error) => report({ failure: describeFailure(error) }))
setTimeout(finish, wait).unref()

function finish(): void {
  report(hasListened ? {} : { cutOff: 'time' })
  process.exit(0)
}

function report(end: Pick<Observation, 'failure' | 'cutOff'>): void {
  if (isReported) return
  isReported = true
  const { applications, names } = end.failure ? { applications: [], names: [] } : observe()
  const seen: Observation = { applications, names, refusals, ...end }
  writeFileSync(result, JSON.stringify(seen))
}

function describeFailure(error: unknown): NonNullable<Observation['failure']> {
  const { stack = '', name, message } = error instanceof Error ? error : new Error(String(error))
  // A syntax error starts with its place.
  const [, file, line] = /^(?:file:\/\/)?(\/[^\n]+|[A-Z]:[^\n]+):(\d+)\n/.exec(stack) ?? []
  const place: Place | undefined =
    file === undefined ? placeInStack(stack) : { file, line: Number(line), column: 1 }
  return { message: `${name}: ${message}`, place }
}

function watchModules(): void {
  const require = createRequire(program)
  const dialects = { webapp: '5.x', 'webapp/v4': '4.x', 'webapp/v3': '3.x' }
  for (const [specifier, dialect] of Object.entries(dialects)) {
    const path = resolveFrom(require, specifier)
    if (path === undefined) continue
    const factory = require(specifier)
    watched.add(factory)
    watchFramework({ dialect, factory, folder: packageFolder(path), writesUrls: true })
  }
  const path = resolveFrom(require, 'express')
  if (path !== undefined) watchExpress(require('express'), path)
  watchOtherCopies()
}

function watchExpress(factory: Record<string, unknown>, path: string): void {
  if (factory?.application === undefined || watched.has(factory)) return
  watched.add(factory)
  const folder = packageFolder(path)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const dialect = `${String(version).split('.')[0]}.x`
  watchFramework({ dialect, factory, folder, writesUrls: false })
}

/** A package that creates the application may have a copy of Express of its own. */
function watchOtherCopies(): void {
  const loader = Module as unknown as Loader
  const load = loader._load
  loader._load = function loadWatched(request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain)
    if (request === 'express') {
      watchExpress(loaded as Record<string, unknown>, loader._resolveFilename(request, parent))
    }
    return loaded
  }
}

/** The members of `node:module` that load CommonJS modules. */
interface Loader {
  _load(request: string, parent: unknown, isMain: boolean): unknown
  _resolveFilename(request: string, parent: unknown): string
}

function resolveFrom(require: NodeJS.Require, specifier: string): string | undefined {
  try {
    return require.resolve(specifier)
  } catch {
    return undefined
  }
}

function packageFolder(path: string): string {
  for (let at = dirname(path); ; at = dirname(at)) {
    try {
      if (JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')).name) return at
    } catch {
      if (dirname(at) === at) return dirname(path)
    }
  }
}
