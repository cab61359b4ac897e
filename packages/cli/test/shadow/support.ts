import { readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import type { Report, RouteReport } from '../../src/shadow/report/report.ts'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'

export const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
const ports = await freePorts(40)

export function ownPort(): number {
  const port = ports.pop()
  if (port === undefined) throw new Error('more programs than ports: freePorts gets the count')
  return port
}

/** Runs after each test, the last one first. */
export const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

const { resolve } = createRequire(import.meta.url)
const originals = {
  3: dirname(resolve('express3/package.json')),
  4: dirname(resolve('express4/package.json')),
  5: dirname(resolve('express5/package.json')),
}

/** A project that has an Express of a major version, and webapp. */
export function createProject(
  major: 3 | 4 | 5,
  files: Readonly<Record<string, string>>,
  packages: readonly string[] = [],
): Project {
  const { version } = JSON.parse(readFileSync(join(originals[major], 'package.json'), 'utf8'))
  const manifest = JSON.stringify({ dependencies: { express: version } })
  const project = new Project({ 'package.json': manifest, ...files })
  undo.push(() => project.remove())
  const link = (target: string, name: string) =>
    symlinkSync(target, project.path(`node_modules/${name}`), 'junction')
  link(originals[major], 'express')
  for (const name of packages) link(join(modules, name), name)
  return project
}

/** A program under `webapp shadow`. */
export class Shadowed {
  readonly command: RunningCommand
  readonly port: number
  readonly url: string
  readonly #project: Project
  /** Requests of which a report has to tell. */
  sent = 0

  constructor(project: Project, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
    this.#project = project
    this.port = ownPort()
    this.url = `http://127.0.0.1:${this.port}`
    this.command = new RunningCommand(
      ['shadow', 'app.js', '--sample', '1', '--report', 'report.json', ...args],
      { cwd: project.folder, env: { PORT: String(this.port), TMPDIR: undefined, ...env } },
    )
    undo.push(() => this.command.stop())
  }

  /** Sends requests, one after the other. */
  async get(...paths: readonly string[]): Promise<Awaited<ReturnType<typeof ask>>[]> {
    const answers = []
    for (const path of paths) answers.push(await this.ask(path))
    return answers
  }

  ask(path: string, options?: Parameters<typeof ask>[1]): ReturnType<typeof ask> {
    if (/^(?:GET|HEAD)$/.test(options?.method ?? 'GET')) this.sent++
    return ask(this.url + path, options)
  }

  /** Waits until requests are recorded: the recorder connects while the program starts. */
  async listening(): Promise<void> {
    await this.command.until(/listening/)
    for (let isRecorded = false; !isRecorded; ) {
      await ask(`${this.url}/ready`)
      isRecorded = (await this.report()).routes.length > 0
    }
  }

  /** The report at this moment. */
  async report(): Promise<Report> {
    const from = this.command.output.length
    this.command.child.kill('SIGUSR2')
    await this.command.until(/routes? equal over /, from)
    return JSON.parse(this.#project.read('report.json')) as Report
  }

  /** Waits until all requests were compared, and ends the program and with it the command. */
  async end(): Promise<Report> {
    for (let counted = 0; counted < this.sent; ) {
      const { routes } = await this.report()
      counted = routes
        .filter(({ route }) => route !== 'GET /ready')
        .reduce((sum, { compared, lost }) => sum + compared + lost, 0)
    }
    await this.command.stop()
    return this.lastReport()
  }

  /** The report that was written last. */
  lastReport(): Report {
    return JSON.parse(this.#project.read('report.json')) as Report
  }
}

export function routeIn(report: Report, name: string): RouteReport {
  const route = report.routes.find((each) => each.route === name)
  if (route === undefined)
    throw new Error(`no ${name} in ${report.routes.map((each) => each.route)}`)
  return route
}

export function verdicts(report: Report): Record<string, string> {
  return Object.fromEntries(report.routes.map(({ route, verdict }) => [route, verdict]))
}

/** Lines that start a program, and end it on SIGTERM. */
export const LISTEN = `
const server = app.listen(process.env.PORT, () => console.log('listening'))
process.on('SIGTERM', () => process.exit(0))
`

/** True in the copy on webapp: a difference that the tests must find. */
export const IS_WEBAPP = `const isWebapp = require.resolve('express').includes('stand-ins')\n`
