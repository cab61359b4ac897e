import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'
import { httpError } from '../errors/http-error.ts'
import { checkNames, checkOptionNames, isObject } from '../errors/option-names.ts'
import { toError } from '../errors/to-error.ts'
import { type AnyResponse, isClosed, isFinished } from '../http/finished.ts'
import { hasBody } from '../http/has-body.ts'
import { onResponseClose } from '../node/index.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { checkLimits, type FormLimits, parseSize, tooLarge } from './form-limits.ts'
import { type FormPart, skipRest } from './form-part.ts'
import { isForm } from './form-reader.ts'
import { readFormInMemory } from './memory-form.ts'
import type {
  FilePart,
  FileRule,
  MultipartFile,
  MultipartOptions,
  Part,
  PartsOptions,
  StoreFile,
} from './multipart-types.ts'
import { isUnnamed, UNNAMED } from './part-shape.ts'
import { FormParts } from './parts.ts'
import { createTemporary, keepTemporary, removeTemporary, temporaryPath } from './temporary-file.ts'

const KIB = 1024
const MIB = 1024 * KIB

const STREAMED: FormLimits = {
  fileSize: Infinity,
  files: Infinity,
  fields: 1000,
  fieldSize: MIB,
  parts: Infinity,
  headerBytes: 16 * KIB,
  bodySize: Infinity,
}

const STORED: FormLimits = {
  ...STREAMED,
  fileSize: 10 * MIB,
  files: 20,
  parts: 1000,
  bodySize: 100 * MIB,
}

/** The parts of the form of a request, as they arrive. */
export function parts(req: IncomingMessage, options: PartsOptions = {}): FormParts {
  return new FormParts(req, checkArguments('parts', req, options, STREAMED))
}

/** The form of a request in memory, as the web defines it. */
export async function formData(
  req: IncomingMessage,
  options: PartsOptions = {},
): Promise<FormData> {
  const form = new FormData()
  const limits = checkArguments('formData', req, options, STORED)
  for await (const part of new FormParts(req, limits)) {
    if (part.isFile) {
      form.append(part.name, new Blob([await part.bytes()], { type: part.type }), part.filename)
    } else form.append(part.name, await part.text())
  }
  return form
}

type Next = (error?: unknown) => void
type FormRequest = IncomingMessage & { body?: unknown; files?: unknown }
type Fields = Record<string, string | string[]>
type Files = Record<string, MultipartFile[]>

interface Settings {
  readonly limits: FormLimits
  readonly rules: ReadonlyMap<string, Rule> | undefined
  readonly storage: 'memory' | 'disk' | StoreFile
  readonly directory: string
  readonly sniff: boolean
  readonly removeOnFailure: boolean
}

interface Rule {
  readonly maxCount: number
  readonly maxSize: number
  readonly types: readonly string[] | undefined
}

/** Middleware that reads a form into `req.body` and `req.files`. Other requests pass. */
export function multipart(options: MultipartOptions = {}) {
  const settings = checkOptions(options)
  return function multipartParser(req: FormRequest, res: AnyResponse, next: Next): void {
    if (!isForm(req) || !hasBody(req) || isRead(req)) {
      next()
      return
    }
    read.add(req)
    const done = bindAsyncContext(next)
    const reading =
      settings.storage === 'memory' ? keepForm(req, settings) : readForm(req, res, settings)
    reading.then(
      () => done(),
      (error: unknown) => done(toError(error, 'A storage function rejected with')),
    )
  }
}

/** The requests whose forms were read, for a parser of a route after one of the application. */
const read = new WeakSet<object>()

function isRead(req: IncomingMessage & { readonly _body?: unknown }): boolean {
  return read.has(req) || req._body === true
}

/** A file that was stored, and how to remove it, unless the program keeps it. */
interface Stored {
  readonly file: Mutable<MultipartFile>
  readonly part: FormPart
  readonly remove: () => unknown
}

/** Reads a form whose files are kept in memory. */
async function keepForm(req: FormRequest, settings: Settings): Promise<void> {
  const body = Object.create(null) as Fields
  const files = Object.create(null) as Files
  const sniffed = new Map<object, string | undefined>()
  await readFormInMemory(req, settings.limits, {
    onField: (name, text) => addField(body, name, text),
    onFile({ name }) {
      return findRule(name, settings, files[name]?.length ?? 0)?.maxSize ?? Infinity
    },
    onFirstBytes(shape, bytes) {
      const type = settings.sniff ? sniffType(bytes) : shape.type
      if (settings.sniff) sniffed.set(shape, type)
      checkType(type, settings.rules?.get(shape.name), shape.name)
    },
    onFileEnd(shape, buffer) {
      const file = createFile(shape)
      if (settings.sniff) file.sniffedType = sniffed.get(shape)
      file.size = buffer.length
      file.buffer = buffer
      files[file.name] ??= []
      files[file.name]?.push(file)
    },
  })
  req.body = body
  req.files = files
}

async function readForm(req: FormRequest, res: AnyResponse, settings: Settings): Promise<void> {
  const body = Object.create(null) as Fields
  const files = Object.create(null) as Files
  const stored: Stored[] = []
  const removeAll = () => Promise.all(stored.map(async ({ remove }) => remove()).map(settled))
  const keepAll = () => {
    for (const { file } of stored) file.keep()
  }
  try {
    for await (const part of new FormParts(req, settings.limits)) {
      if (!part.isFile) addField(body, part.name, await part.text())
      else if (!isUnnamed(part) || (await part.firstBytes()).length > 0) {
        const one = await storePart(part, req, settings, files[part.name]?.length ?? 0)
        stored.push(one)
        files[part.name] ??= []
        files[part.name]?.push(one.file)
      }
    }
  } catch (error) {
    await removeAll()
    throw error
  }
  // A storage function need not read its part, whose rest arrives later.
  for (const { file, part } of stored) file.size = part.size
  req.body = body
  req.files = files
  if (stored.length === 0) return
  if (!settings.removeOnFailure) {
    keepAll()
    return
  }
  let isSettled = false
  const onSent = () => {
    if (isSettled) return
    isSettled = true
    if (isFinished(res) && res.statusCode < 400) keepAll()
    else removeAll()
  }
  // The program may exit when its response is finished, before it is closed.
  if (isClosed(res)) onSent()
  else {
    res.once('finish', onSent)
    onResponseClose(res, onSent)
  }
}

/** A file that cannot be removed must not hide the error of the request. */
function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(() => {})
}

function addField(body: Fields, name: string, value: string): void {
  const known = body[name]
  if (known === undefined) body[name] = value
  else if (Array.isArray(known)) known.push(value)
  else body[name] = [known, value]
}

async function storePart(
  part: FormPart,
  req: IncomingMessage,
  settings: Settings,
  count: number,
): Promise<Stored> {
  const { name, type } = part
  const rule = findRule(name, settings, count)
  part.lowerLimit(rule?.maxSize ?? Infinity)
  const sniffedType = settings.sniff ? sniffType(await part.firstBytes()) : undefined
  checkType(settings.sniff ? sniffedType : type, rule, name)
  const file = createFile(part)
  if (settings.sniff) file.sniffedType = sniffedType
  const remove = await storeContent(part, file, req, settings)
  return { file, part, remove }
}

/** The rule for the files of a field. Throws if the form may have no more of them. */
function findRule(name: string, { rules }: Settings, count: number): Rule | undefined {
  const rule = rules?.get(name)
  if (rules !== undefined && rule === undefined) {
    throw unexpected(
      `The form must not have files in the field ${inspect(name.slice(0, 100))}`,
      name,
    )
  }
  if (count >= (rule?.maxCount ?? Infinity)) throw tooLarge('files', rule?.maxCount ?? 0, name)
  return rule
}

function createFile({ name, filename, type }: Pick<Part, 'name' | 'filename' | 'type'>) {
  const file = { name, filename: filename || UNNAMED, type, size: 0, keep: () => {} }
  return Object.defineProperty(file as Mutable<MultipartFile>, 'keep', { enumerable: false })
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Puts the content of a file where it is wanted. Returns a function that removes it if it is not kept. */
async function storeContent(
  part: FormPart,
  file: Mutable<MultipartFile>,
  req: IncomingMessage,
  { storage, directory }: Settings,
): Promise<() => unknown> {
  if (storage === 'disk') {
    const path = temporaryPath(directory)
    file.path = path
    // With room for many chunks, one system call writes several of them.
    await createTemporary(path, MIB, (target) => pipeline(part, target))
    file.keep = () => keepTemporary(path)
    return () => removeTemporary(path)
  }
  // The storage is a function here: files in memory are read without streams.
  const stored: unknown = await (storage as StoreFile)(part as FilePart, req)
  file.stored = stored
  let isKept = false
  file.keep = () => {
    isKept = true
  }
  // A part that the function did not read must not stop the form. If the function left a loop over
  // its part, Node has destroyed the part, and the rest is skipped as it arrives.
  skipRest(part)
  return () => (isKept ? undefined : (stored as { remove?(): unknown } | undefined)?.remove?.())
}

/** Types of content with the bytes that show them, each at a position. */
const SIGNATURES: readonly (readonly [type: string, ...bytes: [at: number, hex: string][]])[] = [
  ['image/png', [0, '89504e470d0a1a0a']],
  ['image/jpeg', [0, 'ffd8ff']],
  ['image/gif', [0, '474946383761']],
  ['image/gif', [0, '474946383961']],
  ['image/webp', [0, '52494646'], [8, '57454250']],
  ['image/avif', [4, '6674797061766966']],
  ['image/heic', [4, '6674797068656963']],
  // Two letters alone could begin a text; these bytes are always zero.
  ['image/bmp', [0, '424d'], [6, '00000000']],
  ['image/tiff', [0, '49492a00']],
  ['image/tiff', [0, '4d4d002a']],
  ['image/vnd.microsoft.icon', [0, '00000100']],
  ['application/pdf', [0, '255044462d']],
  ['application/zip', [0, '504b0304']],
  ['application/zip', [0, '504b0506']],
  ['application/gzip', [0, '1f8b08']],
  ['application/x-7z-compressed', [0, '377abcaf271c']],
  ['application/vnd.rar', [0, '526172211a07']],
  ['application/x-executable', [0, '7f454c46']],
  ['application/vnd.microsoft.portable-executable', [0, '4d5a']],
  ['audio/wav', [0, '52494646'], [8, '57415645']],
  ['audio/mpeg', [0, '494433']],
  ['audio/mpeg', [0, 'fffb']],
  ['audio/ogg', [0, '4f676753']],
  ['audio/flac', [0, '664c6143']],
  ['video/mp4', [4, '66747970']],
  ['video/webm', [0, '1a45dfa3']],
]

/** The type of content that the first bytes show; undefined if they are not known. */
export function sniffType(bytes: Buffer): string | undefined {
  const hex = bytes.toString('hex')
  const found = SIGNATURES.find(([, ...parts]) =>
    parts.every(([at, part]) => hex.startsWith(part, at * 2)),
  )
  return found?.[0]
}

function checkType(type: string | undefined, rule: Rule | undefined, field: string): void {
  const { types } = rule ?? {}
  if (types === undefined) return
  const isAllowed = types.some((each) =>
    each.endsWith('/*') ? type?.startsWith(each.slice(0, -1)) : each === type,
  )
  if (isAllowed) return
  const message = `The field ${inspect(field)} takes ${types.join(', ')}, not ${type ?? 'unknown content'}`
  throw httpError(415, message, { type: 'file.type.unsupported', field })
}

function unexpected(message: string, field: string): Error {
  return httpError(400, message, { type: 'file.unexpected', code: 'LIMIT_UNEXPECTED_FILE', field })
}

/** Checks the arguments of a function that reads a form. Returns the limits. */
function checkArguments(
  name: string,
  req: IncomingMessage,
  options: PartsOptions,
  defaults: FormLimits,
): FormLimits {
  if (!isObject(req?.headers)) {
    throw new TypeError(`${name}() takes a request, got ${inspect(req, { depth: 0 })}`)
  }
  checkOptionNames(`${name}()`, options, ['limits'])
  return checkLimits(options.limits, defaults)
}

function checkOptions(options: MultipartOptions): Settings {
  checkOptionNames('multipart()', options, OPTIONS)
  const { storage = 'memory', directory = tmpdir(), files } = options
  if (storage !== 'memory' && storage !== 'disk' && typeof storage !== 'function') {
    throw new TypeError(
      `multipart(): storage must be 'memory', 'disk' or a function, got ${inspect(storage)}`,
    )
  }
  if (typeof directory !== 'string') {
    throw new TypeError(`multipart(): directory must be a path, got ${inspect(directory)}`)
  }
  if (files !== undefined && !isObject(files)) {
    throw new TypeError(
      `multipart(): files must have a rule for each field, such as { photo: { maxCount: 2 } }, got ${inspect(files)}`,
    )
  }
  return {
    limits: checkLimits(options.limits, STORED),
    rules:
      files && new Map(Object.entries(files).map(([name, rule]) => [name, checkRule(name, rule)])),
    storage,
    directory,
    sniff: options.sniff ?? false,
    removeOnFailure: options.removeOnFailure ?? true,
  }
}

const OPTIONS = ['limits', 'files', 'storage', 'directory', 'sniff', 'removeOnFailure']
const RULES = ['maxCount', 'maxSize', 'types']

function checkRule(name: string, rule: FileRule): Rule {
  if (!isObject(rule)) {
    throw new TypeError(
      `files.${name} must be an object of maxCount, maxSize and types, got ${inspect(rule)}`,
    )
  }
  checkNames(`files.${name}.`, rule, RULES)
  const { maxCount = 1, maxSize, types } = rule
  if (!(typeof maxCount === 'number' && maxCount > 0)) {
    throw new TypeError(
      `files.${name}.maxCount must be a positive number, got ${inspect(maxCount)}`,
    )
  }
  const isList = Array.isArray(types) && types.length > 0 && types.every(isType)
  if (types !== undefined && !isList) {
    throw new TypeError(
      `files.${name}.types must be a list of types such as image/png or image/*, got ${inspect(types)}`,
    )
  }
  const size = maxSize === undefined ? Infinity : parseSize(`files.${name}.maxSize`, maxSize)
  return { maxCount, maxSize: size, types: types?.map((type) => type.toLowerCase()) }
}

function isType(value: unknown): boolean {
  return typeof value === 'string' && /^[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+)$/.test(value)
}
