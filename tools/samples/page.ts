import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Block } from './blocks.ts'
import { beginsAsShown, type Command, isShown, readCommands } from './commands.ts'
import type { Failure } from './failure.ts'
import { Ports } from './ports.ts'
import { environment, Program } from './processes.ts'
import { startSnippets } from './snippets.ts'

export interface Result {
  readonly failures: readonly Failure[]
  /** Programs and commands that ran as the page says. */
  readonly passed: number
}

/** Commands that prepare a folder for the reader: the runner has prepared it. */
const PREPARATION = /^(cd|mkdir|npm (install|i|ci|init|create|add|pkg)|npx create-|git) ?/
const KNOWN =
  /^(?:[A-Z_]+=\S+ +)*(curl|node|npm|npx|tsx|tsc|webapp|cat|ls|echo|printf|grep|head|sleep)\b/
const tsx = fileURLToPath(import.meta.resolve('tsx'))

/** Runs the programs of one page, in order, in a folder of their own. */
export class Page {
  readonly #blocks: readonly Block[]
  readonly #folder: string
  readonly #ports: Ports
  readonly #failures: Failure[] = []
  readonly #servers: { program: Program; file: string; ports: readonly number[] }[] = []
  /** Files with the line of their block, and whether a command has used them. */
  readonly #files = new Map<string, { block: Block; used: boolean; text: string }>()
  #passed = 0

  constructor(blocks: readonly Block[], folder: string, ports: Ports) {
    this.#blocks = blocks
    this.#folder = folder
    this.#ports = ports
  }

  static async run(blocks: readonly Block[], folder: string): Promise<Result> {
    const first = await Page.#runOnce(blocks, folder)
    // Another program of this machine may take a port before the page does.
    const isUnlucky = first.failures.some(({ message }) => message.includes('EADDRINUSE'))
    return isUnlucky ? Page.#runOnce(blocks, `${folder}-again`) : first
  }

  static async #runOnce(blocks: readonly Block[], folder: string): Promise<Result> {
    const ports = await Ports.of(blocks.map((block) => block.text))
    const page = new Page(blocks, folder, ports)
    try {
      await page.#run()
    } finally {
      await page.#stop()
    }
    return { failures: page.#failures, passed: page.#passed }
  }

  async #run(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(join(this.#folder, 'package.json'), packageFile(this.#blocks))
    const snippets = await startSnippets(this.#blocks, this.#folder, this.#ports)
    try {
      for (const failure of snippets.failures) this.#failures.push(failure)
      for (const block of this.#blocks) {
        if (block.attributes.norun !== undefined) continue
        if (block.attributes.file) this.#writeFile(block, block.attributes.file)
        else if (block.language === 'console') {
          await this.#runConsole(block, snippets.portsOf(block))
        }
      }
      await this.#runUnused()
    } finally {
      await snippets.stop()
    }
  }

  #writeFile(block: Block, file: string): void {
    const path = join(this.#folder, file)
    const text = this.#ports.apply(block.text)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    this.#files.set(file, { block, used: false, text })
  }

  async #runConsole(block: Block, snippetPorts: Ports | undefined): Promise<void> {
    for (const command of readCommands(block.text, block.line)) {
      const failed = this.#failures.length
      await this.#runCommand(block.page, command, snippetPorts ?? this.#ports)
      if (this.#failures.length === failed) this.#passed += 1
    }
  }

  async #runCommand(page: string, command: Command, ports: Ports): Promise<void> {
    const fail = (message: string) => this.#failures.push({ page, line: command.line, message })
    if (PREPARATION.test(command.text)) return
    if (!KNOWN.test(command.text)) {
      fail(`The runner does not know the command '${command.text}': mark the block norun="reason"`)
      return
    }
    const text = ports.apply(withTools(command.text))
    const start =
      /^(?:[A-Z_]+=\S+ +)*(?:node (?:--[\w=./-]+ +)*(?:"[^"]*tsx[^"]*" +)?|webapp (?:dev|start) (?:--workers \d+ )?)([\w./-]+\.[cm]?[jt]s)\b/.exec(
        text,
      )
    const file = start?.[1]?.replace(/^\.\//, '')
    if (file && this.#files.has(file) && !/--test\b/.test(text)) {
      await this.#start(text.replace(/\s*&$/, ''), file, command, fail)
      return
    }
    for (const name of this.#files.keys()) if (text.includes(name)) this.#use(name)
    if (/^npm (test|t|start|run)\b/.test(text))
      for (const name of this.#files.keys()) this.#use(name)
    const program = this.#spawn(text)
    const status = await program.end()
    this.#compare(command, program, ports, fail)
    if (status !== 0 && command.output === undefined) {
      fail(`'${command.text}' ended with ${status}\n${program.all}`)
    }
  }

  /** Starts a program of the page: it ends, or it is a server for the commands that follow. */
  async #start(
    text: string,
    file: string,
    command: Command,
    fail: (message: string) => void,
  ): Promise<void> {
    this.#use(file)
    const source = this.#files.get(file)?.text ?? ''
    const named = this.#ports.listenedOn(`${source} ${text}`)
    const usual = this.#ports.get('3000')
    const isClient = source.includes(`localhost:${usual}`) && !/\blisten\b/.test(source)
    const ports = named.length > 0 || isClient ? named : [usual]
    await this.#stopServers((server) => server.file === file || overlaps(server.ports, ports))
    const env =
      /\bPORT\b/.test(source) && !/\bPORT=/.test(text) && named.length === 0
        ? { PORT: String(usual) }
        : {}
    const program = this.#spawn(text, env)
    const state = await program.endOrListen(ports)
    if (state === 'neither') {
      await program.stop()
      fail(`${file} neither ended nor listened on port ${ports.join(', ')}\n${program.all}`)
    } else if (state === 'listening') {
      this.#servers.push({ program, file, ports })
      const { output } = command
      if (output === undefined) return
      const isRight = (actual: string) => beginsAsShown(output, this.#ports.restore(actual))
      if (!(await program.outputSatisfies(isRight))) {
        fail(difference(output, this.#ports.restore(program.all)))
      }
    } else {
      this.#compare(command, program, this.#ports, fail)
      if (program.status !== 0 && command.output === undefined) {
        fail(`${file} ended with ${program.status}\n${program.all}`)
      }
    }
  }

  #compare(
    { output }: Command,
    program: Program,
    ports: Ports,
    fail: (message: string) => void,
  ): void {
    if (output === undefined) return
    const { out, all } = program
    if (isShown(output, ports.restore(out)) || isShown(output, ports.restore(all))) return
    fail(difference(output, ports.restore(all)))
  }

  /** Programs that no command names must start too: they end well, or they listen. */
  async #runUnused(): Promise<void> {
    for (const [file, { block, used }] of this.#files) {
      if (used || !/\.[cm]?[jt]s$/.test(file) || this.#isImported(file)) continue
      const isTest = /\.test\.[cm]?[jt]s$/.test(file)
      const text = withTools(isTest ? `node --test ${file}` : `node ${file}`)
      const failed = this.#failures.length
      const fail = (message: string) => {
        this.#failures.push({ page: block.page, line: block.line, message })
      }
      const command: Command = { text, line: block.line, output: undefined }
      if (isTest) await this.#runCommand(block.page, command, this.#ports)
      else await this.#start(text, file, command, fail)
      if (this.#failures.length === failed) this.#passed += 1
    }
  }

  #isImported(file: string): boolean {
    const name = file.replace(/^.*\//, '').replace(/\.[cm]?[jt]s$/, '')
    const pattern = new RegExp(`['"\`/]${name.replaceAll('.', '\\.')}(\\.[cm]?[jt]s)?['"\`]`)
    return [...this.#files].some(([other, { text }]) => other !== file && pattern.test(text))
  }

  #use(file: string): void {
    const known = this.#files.get(file)
    if (known) known.used = true
  }

  #spawn(text: string, env: NodeJS.ProcessEnv = {}): Program {
    return new Program(['sh', '-c', text], this.#folder, environment(env))
  }

  async #stopServers(test: (server: { file: string; ports: readonly number[] }) => boolean) {
    for (const server of this.#servers.filter(test)) {
      this.#servers.splice(this.#servers.indexOf(server), 1)
      await server.program.stop()
    }
  }

  async #stop(): Promise<void> {
    await this.#stopServers(() => true)
  }
}

/** TypeScript runs through tsx where Node does not run it itself; curl shows errors only. */
function withTools(text: string): string {
  return text
    .replace(
      /^((?:[A-Z_]+=\S+ +)*)npx (?:-y |--yes )?([\w-]+)/,
      (all, env: string, tool: string) => (isInstalled(tool) ? `${env}${tool}` : all),
    )
    .replace(/^((?:[A-Z_]+=\S+ +)*)tsx /, '$1node ')
    .replace(/^((?:[A-Z_]+=\S+ +)*)node (?=.*\.[cm]?ts\b)/, `$1node --import "${tsx}" `)
    .replace(/^curl /, 'curl -sS --max-time 30 ')
}

/** npx would look in the folder of the page alone, and then download. */
function isInstalled(tool: string): boolean {
  const [bin = ''] = process.env.PATH?.split(delimiter) ?? []
  return existsSync(join(bin, tool))
}

/** A page's own package.json comes as a block; otherwise imports decide what `.js` is. */
function packageFile(blocks: readonly Block[]): string {
  const programs = blocks.filter(({ attributes }) => /\.[jt]s$/.test(attributes.file ?? ''))
  const isModule = (text: string) => /^\s*(import\b[^(]|export\b)/m.test(text)
  const requires = programs.some(({ text }) => /\brequire\(/.test(text) && !isModule(text))
  return JSON.stringify({ private: true, ...(requires ? {} : { type: 'module' }) })
}

function overlaps(some: readonly number[], others: readonly number[]): boolean {
  return some.some((port) => others.includes(port))
}

function difference(shown: string, actual: string): string {
  const tidy = (text: string) => text.replaceAll('\r', '').trimEnd().slice(0, 4000)
  const indent = (text: string) => tidy(text).replace(/^(?=.)/gm, '    ')
  return `The page shows\n${indent(shown)}\n  and the command prints\n${indent(actual)}`
}
