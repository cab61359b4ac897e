import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { findBreakingChanges } from './breaking.ts'
import { findEntry, loadProgram, type Program } from './load.ts'
import { type Document, isObject } from './schemas.ts'

/** Where the handler that `openapi(app, options)` made keeps its document. */
const kDocument = Symbol.for('webapp.openapi')

const help = `Usage: webapp openapi [file] [options]

Writes the OpenAPI 3.1 document of the application in a file. The application is the default
export, the export "app", or the one that the file lets listen; it does not listen meanwhile.
If the application has a route with openapi(app, options), these options apply.

  --out <file>       writes to a file instead of standard output
  --check            writes nothing; exits with 1 if the file of --out is not up to date
  --against <file>   compares with an older document; exits with 1 if a change can break clients
  --only-contracts   leaves out routes without a contract
  --title <text>     the title; the name in package.json by default
  --version <text>   the version of the interface; that in package.json by default`

export const command: Command = {
  summary: 'writes the OpenAPI document of an application, and finds breaking changes',
  help,
  async run(args) {
    const { file, ...options } = readArguments(args)
    // Read first: --out may name the same file.
    const older = options.against === undefined ? undefined : readDocument(options.against)
    const entry = findEntry(file, process.cwd())
    const program = await loadProgram(entry).catch((error: unknown) => {
      // What was loaded so far may keep the process alive, after the message.
      setImmediate(() => process.exit(1))
      throw error
    })
    const document = createDocument(program, options)
    const isWritten = write(document, options)
    const isCompatible = older === undefined || report(older, document, options.against as string)
    // The program may hold connections and timers, which would keep the process alive.
    return leave(isWritten && isCompatible ? 0 : 1)
  },
}

interface Options {
  readonly out?: string | undefined
  readonly check?: boolean | undefined
  readonly against?: string | undefined
  readonly 'only-contracts'?: boolean | undefined
  readonly title?: string | undefined
  readonly version?: string | undefined
}

function readArguments(args: readonly string[]): Options & { readonly file: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        check: { type: 'boolean' },
        against: { type: 'string' },
        'only-contracts': { type: 'boolean' },
        title: { type: 'string' },
        version: { type: 'string' },
      },
    })
    if (positionals.length > 1) throw new Error(`one file is enough, got ${positionals.join(' ')}`)
    if (values.check && values.out === undefined) throw new Error('--check needs --out <file>')
    return { ...values, file: positionals[0] }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readDocument(file: string): Document {
  const document = readJson(file)
  if (isObject(document) && typeof document.openapi === 'string' && isObject(document.paths)) {
    return document as Document // Its members are checked where they are read.
  }
  throw new UsageError(
    `${file} is not an OpenAPI document: it needs the members openapi and paths.`,
  )
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(file), 'utf8'))
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`)
  }
}

function createDocument({ app, openapi, routes, manifest }: Program, options: Options): Document {
  const { title, version, 'only-contracts': isShort } = options
  const own = routes(app)
    .flatMap(({ functions }) => functions as { [kDocument]?: (more: object) => Document }[])
    .find((each) => each[kDocument] !== undefined)?.[kDocument]
  const more = isShort ? { only: 'contracts' } : {}
  const info = {
    title: title ?? manifest.name ?? 'API',
    version: version ?? manifest.version ?? '0.0.0',
  }
  const document = (own?.(more) ?? openapi.describe(app, { info, ...more })) as Document
  const given = { ...(title && { title }), ...(version && { version }) }
  return { ...document, info: { ...(document.info as object), ...given } }
}

/** Returns whether the file is as it should be. */
function write(document: Document, { out, check, against }: Options): boolean {
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (out === undefined) {
    // A comparison alone prints no document.
    if (against === undefined) process.stdout.write(text)
    return true
  }
  const isUpToDate = existsSync(resolve(out)) && readFileSync(resolve(out), 'utf8') === text
  if (!check) {
    if (!isUpToDate) writeFileSync(resolve(out), text)
    // Not on standard output, which is for documents.
    console.error(`${isUpToDate ? 'Not changed:' : 'Wrote'} ${out}, ${summarise(document)}.`)
    return true
  }
  if (isUpToDate) return true
  console.error(`${out} is not up to date: run webapp openapi --out ${out}`)
  return false
}

/** `12 operations in 7 paths, 3 schemas`. */
function summarise({ paths, components }: Document): string {
  const items = Object.values(paths ?? {}).filter(isObject)
  const methods = /^(get|put|post|delete|options|head|patch|trace)$/
  const operations = items.flatMap((item) => Object.keys(item).filter((name) => methods.test(name)))
  const { schemas } = isObject(components) ? components : {}
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  return [
    `${count(operations.length, 'operation')} in ${count(items.length, 'path')}`,
    count(isObject(schemas) ? Object.keys(schemas).length : 0, 'schema'),
  ].join(', ')
}

function report(older: Document, newer: Document, name: string): boolean {
  const changes = findBreakingChanges(older, newer)
  if (changes.length === 0) {
    console.error(`No change since ${name} breaks clients.`)
    return true
  }
  console.error(`${changes.length} changes since ${name} can break clients:`)
  for (const change of changes) console.error(`  ${change}`)
  return false
}

/** Ends the process once standard output is written. */
function leave(status: number): Promise<number> {
  return new Promise((done) => {
    process.stdout.write('', () => {
      setImmediate(() => process.exit(status)).unref()
      done(status)
    })
  })
}
