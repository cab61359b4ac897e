import type { Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import timers from 'node:timers'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { loadFresh } from './fresh-modules.ts'

/** `any`: the programs contain mistakes, which the types refuse. */
export type Any = ReturnType<typeof JSON.parse>

export const dialects = ['5.x', '4.x', '3.x'] as const

/** The time after which a tick comes, instead of 5 s. */
const TICK = 5000
const real = timers.setTimeout

/** The whole package is compiled again, which takes long on a busy machine. */
export const LOADING = 240_000

export let factories: Record<(typeof dialects)[number], Any>
export let hints: string[] = []
export const servers: (Server | NetServer)[] = []
const { NODE_ENV, WEBAPP_HINTS } = process.env
const warn = console.warn
const error = console.error

/**
 * Loads the package once more: a process gives a limited number of hints. The package takes its timers
 * when it is loaded, so in this one 10 s pass at once.
 */
export async function loadPackage(): Promise<void> {
  timers.setTimeout = ((callback: (...args: unknown[]) => void, time: number, ...args: unknown[]) =>
    real(callback, time === TICK ? 1 : time, ...args)) as typeof real
  try {
    factories = await loadFresh()
  } finally {
    timers.setTimeout = real
  }
}

/** Runs the tests of a file in development, and collects the hints. */
export function collectHints(): void {
  beforeEach(() => {
    process.env.NODE_ENV = 'development'
    delete process.env.WEBAPP_HINTS
    hints = []
    console.warn = (text: string) => hints.push(text)
    console.error = () => {}
  })

  afterEach(() => {
    console.warn = warn
    console.error = error
    for (const server of servers.splice(0)) {
      server.close()
      ;(server as Partial<Server>).closeAllConnections?.()
    }
  })

  afterAll(() => {
    restore('NODE_ENV', NODE_ENV)
    restore('WEBAPP_HINTS', WEBAPP_HINTS)
  })
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

export async function start(app: Any): Promise<number> {
  const server: Server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

/** The hint that contains these texts, once it was given. */
export async function hintWith(...texts: string[]): Promise<string> {
  const find = () => hints.find((hint) => texts.every((text) => hint.includes(text)))
  await expect.poll(find, { message: texts.join(' … ') }).toBeDefined()
  return find() as string
}

/** The place of the line below in the test file, for a hint about the call in that line. */
export function nextLine(): string {
  const [, file, line] =
    /([\w.-]+\.test\.ts):(\d+)/.exec(new Error().stack?.split('\n')[2] ?? '') ?? []
  return `${file}:${Number(line) + 1}:`
}
