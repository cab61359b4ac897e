import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { findRegister } from '../dev/node-arguments.ts'
import { resolveFrom } from '../program-files.ts'
import { Alternatives } from './alternatives.ts'
import { type Comparing, compareOnCopies } from './comparison.ts'
import { type CopyEnd, type CopyPlan, CopyProcess } from './copy-process.ts'
import { closeAgents } from './exchange.ts'
import { copyFlags, type Plan, recorderSettings } from './plan.ts'
import { createFrameReader, type Frame, type RoutesSettings } from './protocol.ts'
import { createReport, type Report } from './report/report.ts'
import { printTable } from './report/table.ts'
import { writeReports } from './report/write.ts'
import { Statistics } from './statistics.ts'

/** How often report files are written, in milliseconds. */
const WRITE_INTERVAL = 10_000

/** How long the waiting requests may take after the end of the program, in milliseconds. */
const DRAIN = 30_000

/** Receives the recordings of a program, and compares each of them on the two copies. */
export class Shadow {
  readonly #plan: Plan
  readonly #statistics = new Statistics()
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #queue: Frame[] = []
  readonly #comparing: Comparing
  readonly #copies: readonly CopyProcess[]
  readonly #timers: NodeJS.Timeout[] = []
  #work: Promise<void> | undefined
  #isEnding = false

  constructor(plan: Plan) {
    this.#plan = plan
    const { timeout, limit, to: target } = plan.options
    const { control, webapp } = this.#createCopies()
    this.#copies = [control, webapp]
    const alternatives = new Alternatives()
    const major = expressMajor(plan.file)
    const to = target === undefined ? undefined : Number(target)
    this.#comparing = { control, webapp, timeout, limit, alternatives, major, to }
    this.#server = createServer((socket) => this.#receive(socket))
  }

  /** Resolves when programs can connect. The copies are then still starting. */
  async open(): Promise<void> {
    const { temporaryFolder, options } = this.#plan
    mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 })
    const { socket } = recorderSettings(this.#plan)
    rmSync(socket, { force: true })
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(socket, resolve)
    })
    if (process.platform !== 'win32') chmodSync(socket, 0o600)
    for (const copy of this.#copies) copy.start()
    if (options.reports.length > 0) this.#repeat(WRITE_INTERVAL, () => this.#write())
    if (options.every !== undefined) this.#repeat(options.every, () => this.show())
    // Windows does not have it.
    if (process.platform !== 'win32') process.on('SIGUSR2', () => this.show())
  }

  /** Prints the table, after the report files were written. */
  show(): void {
    this.#write()
    console.error(printTable(this.#report()))
  }

  /** Compares what is waiting, ends the copies and writes the reports. */
  async finish(): Promise<Report> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#server.close()
    // The last bytes of a process that has ended may still be in its socket.
    await Promise.all([...this.#sockets].map((socket) => closed(socket)))
    const over = new Promise<void>((resolve) => setTimeout(resolve, DRAIN).unref())
    await Promise.race([this.#work, over])
    this.#isEnding = true
    this.#statistics.dropped += this.#statistics.waiting
    this.#statistics.waiting = 0
    this.#queue.length = 0
    const report = this.#report()
    for (const copy of this.#copies) copy.stop()
    closeAgents()
    this.#write()
    rmSync(this.#plan.temporaryFolder, { recursive: true, force: true })
    return report
  }

  #repeat(interval: number, call: () => void): void {
    this.#timers.push(setInterval(call, interval).unref())
  }

  #receive(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    const read = createFrameReader((frame) => {
      this.#statistics.setSeen(socket, frame.recording.seen)
      if (this.#queue.length >= this.#plan.options.queue) {
        this.#statistics.dropped++
        return
      }
      this.#queue.push(frame)
      this.#statistics.waiting++
    })
    socket.on('data', (chunk: Buffer) => {
      read(chunk)
      // A part of a recording leaves the queue empty. Work that ends at once would still be assigned
      // here, and no later recording would start it again.
      if (this.#queue.length > 0) this.#work ??= this.#compareQueue()
    })
  }

  /** One request after the other: both copies then see the same requests in the same order. */
  async #compareQueue(): Promise<void> {
    for (let frame = this.#queue.shift(); frame !== undefined; frame = this.#queue.shift()) {
      await compareOnCopies(frame, this.#statistics.routeOf(frame), this.#comparing)
      if (this.#isEnding) return
      this.#statistics.waiting--
    }
    this.#work = undefined
  }

  #report(): Report {
    return createReport(this.#plan, this.#statistics, this.#copies)
  }

  #write(): void {
    writeReports(this.#plan.options.reports, () => this.#report())
  }

  #createCopies(): { control: CopyProcess; webapp: CopyProcess } {
    const { file, copyFile, args, folder, copyFolder, temporaryFolder, options } = this.#plan
    const { outgoing, allow, refusesWrites, refusesProcesses, to, port } = options
    const flags = copyFlags(this.#plan)
    const create = (
      name: string,
      own: Pick<CopyPlan, 'file' | 'flags' | 'env' | 'folder'>,
      routes?: RoutesSettings,
    ) => {
      const wishes = join(temporaryFolder, `${name}.wishes`)
      const shared = { wishes, outgoing, allow, refusesWrites, refusesProcesses }
      const settings = { ...shared, ...(routes !== undefined && { routes }) }
      const env = { ...process.env, ...(port !== undefined && { PORT: String(port) }), ...own.env }
      return new CopyProcess({ ...own, env, name, args, settings }, (end) => reportEnd(name, end))
    }
    const dialect = to === undefined ? {} : { WEBAPP_DIALECT: to }
    return {
      control: create('express', { file, flags: flags.control, env: {}, folder }),
      webapp: create(
        'webapp',
        { file: copyFile, flags: flags.webapp, env: dialect, folder: copyFolder },
        {
          file: join(temporaryFolder, 'routes.json'),
          framework: dirname(dirname(findRegister(copyFile))),
        },
      ),
    }
  }
}

function reportEnd(name: string, { reason, pause, output }: CopyEnd): void {
  const last = output.trimEnd().split('\n').slice(-12).join('\n')
  console.error(
    `webapp shadow: the copy on ${name} ended (${reason}); it starts again in ${pause} ms` +
      `${last && `. Its last output:\n${last}`}`,
  )
}

function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), 1000)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The major version of the Express that a program loads. */
function expressMajor(file: string): number | undefined {
  const path = resolveFrom(file, 'express/package.json')
  if (path === undefined) return undefined
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version?: string }
  return version === undefined ? undefined : Number.parseInt(version, 10)
}
