import { randomBytes } from 'node:crypto'
import { relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UsageError } from '../command.ts'
import type { Sessions } from './child/kept-sessions.ts'
import { Project } from './errors/project.ts'
import { adviceFor, reportFailure } from './failure.ts'
import type { Program } from './find-program.ts'
import type { ChildMessage } from './inspector/messages.ts'
import { Inspector } from './inspector/server.ts'
import { type NodeArguments, nodeArguments } from './node-arguments.ts'
import type { DevOptions } from './options.ts'
import { type Address, PortHolder } from './port-holder.ts'
import { RecordsServer } from './records-server.ts'
import { RunningProgram } from './running-program.ts'
import { DEV_PATH, type ErrorDescription, type StartMessage } from './settings.ts'
import { type Changes, ProjectWatcher, realPathOf } from './watcher.ts'

/** A program that does not end by itself before a restart is killed after this time. */
const RESTART_GRACE = 2000

/** The same when `webapp dev` ends: `shutdown` of webapp waits up to 10 s for requests. */
const END_GRACE = 11_000

/** How long to wait until the program has closed the streams of open pages. */
const STOPPING_WAIT = 300

/** The same if it also hands over its sessions. */
const SESSIONS_WAIT = 5000

/** Ports of the last run that the program does not use any more are given back after this time. */
const UNUSED_PORT_WAIT = 1000

/** How long after its connection a program that ends may take to end. */
const ENDING_WAIT = 500

/** The port that shows the errors of a program that has never listened. */
const USUAL_PORT = 3000

/** One run of the program, and what is known of it. */
interface Run {
  readonly program: RunningProgram
  failure?: ErrorDescription
  refused?: { port: number; code: string }
  /** Whether HTTP servers of the program have listened. */
  hasListened: boolean
  /** Whether any server has: from then on, requests may have chosen what the program writes. */
  isServing: boolean
  isStopped: boolean
  hasEnded: boolean
  /** Files that changed during the start: the program may be about to load them. */
  unsure: readonly string[]
  readonly randomPorts: number[]
  readonly loaded: Set<string>
}

/** Runs a program, and starts it again when a file changes. */
export class DevServer {
  readonly #program: Program
  readonly #options: DevOptions
  readonly #node: NodeArguments
  readonly #token = randomBytes(16).toString('hex')
  readonly #holder: PortHolder
  readonly #records: RecordsServer
  readonly #inspector: Inspector | undefined
  #watcher: ProjectWatcher | undefined
  #recordsPort = 0
  #run: Run | undefined
  /** The HTTP addresses of the program's last run. */
  readonly #addresses = new Map<number, Address>()
  #randomPorts: readonly number[] = []
  #hasEverListened = false
  #restarting: Promise<void> | undefined
  #wantsRestart: string | undefined
  /** Sessions in the memory of the last run. */
  #sessions: Sessions = {}
  #isEnding = false
  /** Whether it was said that a policy forbids the script that reloads pages. */
  #hasRefused = false
  #onStopping: (() => void) | undefined
  #finish: (status: number) => void = () => undefined
  /** Resolves to the exit status. */
  readonly finished: Promise<number>

  constructor(program: Program, options: DevOptions) {
    this.#program = program
    this.#options = options
    this.#node = nodeArguments(program.file)
    this.#holder = new PortHolder(options.reload)
    this.#records = new RecordsServer(this.#token, (...args) => this.#take(...args))
    const { inspector, editor } = options
    this.#inspector = inspector ? new Inspector(program.root, editor) : undefined
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  async start(): Promise<void> {
    const { root } = this.#program
    this.#recordsPort = await this.#records.listen()
    const { inspectorPort } = this.#options
    try {
      const url = await this.#inspector?.listen(inspectorPort)
      if (url !== undefined) say(`inspector at ${url}`)
    } catch (error) {
      this.#records.close()
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      throw new UsageError(`${portInUse(inspectorPort)} Choose another with --inspector-port.`)
    }
    this.#watcher = new ProjectWatcher({
      root,
      folder: process.cwd(),
      watch: this.#options.watch,
      ignore: this.#options.ignore,
      onChange: (changes) => void this.#onChange(changes),
    })
    await this.#watcher.ready
    this.#launch()
  }

  /** Ends the program and then `webapp dev`. A second call does not wait for the program. */
  async end(signal: NodeJS.Signals, isFromTerminal: boolean): Promise<void> {
    const program = this.#run?.program
    if (this.#isEnding) {
      program?.kill('SIGKILL')
      return
    }
    this.#isEnding = true
    await this.#watcher?.close()
    this.#holder.close()
    // A terminal sends the signal to the program, too.
    await this.#stop(isFromTerminal ? undefined : signal, END_GRACE)
    this.#close(0)
  }

  #close(status: number): void {
    this.#isEnding = true
    void this.#watcher?.close()
    this.#holder.close()
    this.#records.close()
    this.#inspector?.close()
    this.#finish(status)
  }

  #launch(): void {
    if (this.#isEnding) return
    this.#holder.wait()
    const { file, root } = this.#program
    const { flags, framework } = this.#node
    const { editor, fullStacks, keepsSessions } = this.#options
    const run: Run = {
      program: new RunningProgram(
        {
          file,
          args: this.#options.args,
          flags,
          env: this.#environment(),
          settings: {
            recordsPort: this.#recordsPort,
            token: this.#token,
            boot: randomBytes(8).toString('hex'),
            reload: this.#options.reload,
            inspector: this.#options.inspector,
            heldPorts: this.#holder.ports,
            randomPorts: this.#randomPorts,
            root,
            framework,
            fullStacks,
            keepsSessions,
            ...(editor !== undefined && { editor }),
          },
        },
        (message, reply) => this.#onStart(run, message, reply),
      ),
      hasListened: false,
      isServing: false,
      isStopped: false,
      hasEnded: false,
      unsure: [],
      randomPorts: [],
      loaded: new Set(),
    }
    this.#run = run
    this.#inspector?.onStart()
    say(`started ${relative(process.cwd(), file) || file} (pid ${run.program.pid})`)
    void run.program.ended.then(({ code, signal }) => {
      run.hasEnded = true
      return this.#onEnd(run, signal === null ? `exit status ${code}` : `signal ${signal}`, code)
    })
  }

  #environment(): NodeJS.ProcessEnv {
    const { port, inspector } = this.#options
    const { FORCE_COLOR, NO_COLOR, WEBAPP_SHORTCUTS } = process.env
    // Standard error of the program is a pipe, because the error page shows its end.
    const hasColours = process.stdout.isTTY && process.stderr.isTTY
    const wantsColours = hasColours && FORCE_COLOR === undefined && NO_COLOR === undefined
    return {
      ...process.env,
      ...(port !== undefined && { PORT: String(port) }),
      ...(wantsColours && { FORCE_COLOR: '1' }),
      ...(inspector && { WEBAPP_ROUTE_LOCATIONS: '1' }),
      // The tap takes bodies before the inspector can see them.
      WEBAPP_SHORTCUTS: WEBAPP_SHORTCUTS ? `${WEBAPP_SHORTCUTS},bodyTap` : 'bodyTap',
    }
  }

  #onStart(run: Run, message: StartMessage, reply: (text?: string) => void): void {
    if (message.type === 'release') {
      this.#holder.release(message.port)
      reply()
    } else if (message.type === 'failed') run.failure = message.error
    else if (message.type === 'refused') run.refused = message
    else if (message.type === 'serving') this.#onServing(run)
    else if (message.type === 'loaded') this.#onLoaded(run, message.files)
    else if (message.type === 'sessions') this.#sessions = message.sessions
    else if (message.type === 'restore') reply(JSON.stringify(this.#sessions))
    else this.#onListening(run, message)
  }

  #onListening(run: Run, message: Extract<StartMessage, { type: 'listening' }>): void {
    const { port, host, kind, isRandom } = message
    if (isRandom) run.randomPorts.push(port)
    if (kind === 'tcp') return
    if (!run.hasListened) this.#addresses.clear()
    run.hasListened = true
    this.#hasEverListened = true
    const scheme = kind === 'http' ? 'http' : 'https'
    const url = `${scheme}://${hostName(host)}:${port}/`
    say(`listening on ${url}`)
    this.#inspector?.onListening(url, port)
    if (kind === 'http') this.#addresses.set(port, { port, host })
    this.#holder.forward({ port, host })
    if (this.#holder.ports.length === 0) return
    setTimeout(() => {
      if (this.#run === run && !run.isStopped) this.#holder.redirect(url)
    }, UNUSED_PORT_WAIT).unref()
  }

  /** The program ended. If that was not wanted, the browser shows why. */
  async #onEnd(run: Run, status: string, code: number | null): Promise<void> {
    if (run.isStopped || this.#isEnding || this.#run !== run) return
    const { refused, failure, hasListened } = run
    if (!this.#hasEverListened && refused !== undefined && isPortProblem(refused.code)) {
      say(describeRefusal(refused))
      this.#close(1)
      return
    }
    if (run.randomPorts.length > 0) this.#randomPorts = run.randomPorts
    const [unsure] = run.unsure
    if (unsure !== undefined) {
      this.#restart(this.#relative(unsure) ?? unsure)
      return
    }
    const hasFailed = failure !== undefined || code !== 0 || hasListened
    if (!hasFailed) {
      say('the program ended without starting a server; waiting for a change')
      return
    }
    await this.#holdPorts()
    const { program } = run
    const project = new Project({ root: this.#program.root, framework: this.#node.framework })
    project.isServing = run.isServing
    this.#holder.fail(
      reportFailure(
        { error: failure, status, output: program.errorOutput, hasListened },
        project,
        this.#options,
      ),
    )
    const advice = failure && adviceFor(failure)
    if (advice !== undefined) say(advice)
    if (refused !== undefined && isPortProblem(refused.code)) say(describeRefusal(refused))
    const [port] = this.#holder.ports
    const shown = port === undefined ? '' : `; the error is shown at http://localhost:${port}/`
    say(`the program ended with ${status}; waiting for a change${shown}`)
  }

  async #holdPorts(): Promise<void> {
    if (this.#addresses.size > 0) {
      for (const address of this.#addresses.values()) await this.#holder.hold(address)
      return
    }
    const port = this.#options.port ?? Number(process.env.PORT || USUAL_PORT)
    // Nobody chose to publish this page, so only this machine sees it.
    if (port > 0 && port <= 65_535) await this.#holder.hold({ port, host: '127.0.0.1' })
  }

  /** The first server of the program listens. What changed meanwhile may be loaded now. */
  #onServing(run: Run): void {
    run.isServing = true
    const { unsure } = run
    run.unsure = []
    if (unsure.length > 0) {
      void this.#onChange({ loaded: undefined, code: unsure, data: [], hasAssets: false })
    }
  }

  #onLoaded(run: Run, files: readonly string[]): void {
    for (const file of files) run.loaded.add(file)
    if (this.#run === run) this.#watcher?.setLoaded([...run.loaded])
  }

  /** Restarts the program if it has loaded a changed file, and otherwise reloads open pages. */
  async #onChange(changes: Changes): Promise<void> {
    const run = this.#run
    // The next run, which is about to start, loads the change.
    if (run === undefined || run.isStopped) return
    const used = changes.loaded ?? (await this.#findUsed(run, changes))
    if (run.isStopped) return
    if (used !== undefined) this.#restart(used)
    else if (changes.hasAssets) this.#records.send({ type: 'reload' })
  }

  /** The first of the changed files that the program has loaded. */
  async #findUsed(run: Run, changes: Changes): Promise<string | undefined> {
    const files = [...changes.code, ...changes.data]
    if (files.length === 0) return undefined
    const paths = new Map(
      files.flatMap((file) => [file, realPathOf(file)].map((path) => [path, file] as const)),
    )
    const reply = run.hasEnded ? undefined : await this.#records.whichLoaded([...paths.keys()])
    // A process that did not reply may have ended together with the program.
    if (reply?.isComplete === false) await Promise.race([run.program.ended, delay(ENDING_WAIT)])
    if (run.hasEnded) return this.#relative(findMended(run, changes))
    const [first] = reply?.files ?? []
    if (first === undefined && !run.isServing) run.unsure = [...run.unsure, ...changes.code]
    return this.#relative(first && paths.get(first))
  }

  #relative(file: string | undefined): string | undefined {
    return file && (relative(this.#program.root, file) || file)
  }

  #restart(path: string): void {
    if (this.#isEnding) return
    this.#wantsRestart = path
    this.#restarting ??= this.#restartAll().finally(() => {
      this.#restarting = undefined
    })
  }

  /** Restarts until no change is left: a file may change again meanwhile. */
  async #restartAll(): Promise<void> {
    while (this.#wantsRestart !== undefined && !this.#isEnding) {
      say(`changed ${this.#wantsRestart}; restarting`)
      this.#wantsRestart = undefined
      await this.#stop('SIGTERM', RESTART_GRACE)
      if (this.#run && this.#run.randomPorts.length > 0) this.#randomPorts = this.#run.randomPorts
      this.#holder.wait()
      for (const address of this.#addresses.values()) await this.#holder.hold(address)
      this.#launch()
    }
  }

  /** Stops the program: first its streams to open pages, then with a signal, then by force. */
  async #stop(signal: NodeJS.Signals | undefined, grace: number): Promise<void> {
    const run = this.#run
    if (run === undefined) return
    run.isStopped = true
    const stopping = new Promise<void>((resolve) => {
      this.#onStopping = resolve
      const wait = this.#options.keepsSessions ? SESSIONS_WAIT : STOPPING_WAIT
      setTimeout(resolve, wait).unref()
    })
    this.#records.send({ type: 'stop' })
    await Promise.race([stopping, run.program.ended])
    if (signal !== undefined) run.program.kill(signal)
    const force = setTimeout(() => run.program.kill('SIGKILL'), grace)
    await run.program.ended
    clearTimeout(force)
  }

  #take(message: ChildMessage, source: object, size: number): void {
    if (message.type === 'stopping') this.#onStopping?.()
    else if (message.type === 'refused') this.#onRefused(message)
    else this.#inspector?.take(message, source, size)
  }

  /** Says once that pages are not reloaded, because other pages have the same policy. */
  #onRefused({ path, directive }: Extract<ChildMessage, { type: 'refused' }>): void {
    if (this.#hasRefused) return
    this.#hasRefused = true
    say(
      `the page ${path} is not reloaded: its Content-Security-Policy "${directive}" does not allow ` +
        `${DEV_PATH}reload.js and its connection. Allow 'self' in script-src and connect-src in ` +
        'development, or use --no-reload.',
    )
  }
}

/**
 * A changed file that may be the reason why the program ended: any with code, because a file with a
 * syntax error was never loaded, and JSON that the error names. The program may have written others.
 */
function findMended({ program }: Run, { code, data }: Changes): string | undefined {
  return code[0] ?? data.find((file) => program.errorOutput.includes(file))
}

function isPortProblem(code: string): boolean {
  return code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL'
}

function describeRefusal({ port, code }: { port: number; code: string }): string {
  if (code === 'EADDRINUSE') {
    return `${portInUse(port)} Stop that program, or choose another port: webapp dev --port ${port + 1}`
  }
  return `the program may not listen on port ${port} (${code}). Choose another port: webapp dev --port 3000`
}

function portInUse(port: number): string {
  return `port ${port} is in use by another program.`
}

function hostName(host: string): string {
  if (host === '::' || host === '0.0.0.0' || host === '127.0.0.1' || host === '::1')
    return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Notices of `webapp dev` go to standard error: standard output is the program's. */
function say(text: string): void {
  console.error(`webapp dev: ${text}`)
}
