import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect, Signatures } from './signatures.ts'

/** A section of the reference about one member. */
export interface Section {
  readonly page: string
  /** `res.send`, `webapp`, `app.METHOD`. */
  readonly member: string
  readonly line: number
  readonly dialects: readonly string[]
  readonly text: string
}

export const dialects: readonly Dialect[] = ['5.x', '4.x', '3.x']

// A bare `route` is the function of webapp/contract.
const HEADING = /^#{2,3} ((?:webapp|app|req|res|router|route(?=\.))(?:\.[\w$]+)?)$/
/**
 * The functions that the additive entries export, with the names of their types; those without one
 * are written out in the entry.
 */
const functions: Readonly<Record<string, string | undefined>> = {
  inject: 'InjectInto',
  lambda: 'Lambda',
  serve: 'Serve',
  contract: undefined,
  problemDetails: undefined,
  form: 'CreateForm',
  file: 'CreateFile',
  stream: 'CreateStream',
  eventStream: 'CreateEventStream',
  api: 'CreateApi',
  route: 'CreateRoute',
  provides: 'CreateProvider',
  client: 'CreateClient',
  openapi: undefined,
  describe: undefined,
  reference: undefined,
  upgrade: 'Upgrade',
  acceptUpgrades: 'AcceptUpgrades',
  withUpgrades: 'WithUpgrades',
  rooms: 'CreateRooms',
  redisAdapter: 'CreateRedisAdapter',
  events: 'Events',
  multipart: 'Multipart',
  parts: 'Parts',
  formData: 'ReadFormData',
  deadline: 'Deadline',
  shed: 'Shed',
  health: 'Health',
  requestId: 'RequestId',
  instrumentation: 'CreateInstrumentation',
}
const ENTRY = new RegExp(`^## (?:webapp/)?(${Object.keys(functions).join('|')})$`)
const START = '<!-- signature: written by tools/reference/write.ts -->'
const END = '<!-- end of signature -->'

/** The pages of the reference, by file name. */
export function readPages(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

/** The sections about members in all pages. */
export function readSections(pages: ReadonlyMap<string, string>): Section[] {
  return [...pages].flatMap(([page, markdown]) => {
    const lines = markdown.split('\n')
    return lines.flatMap((line, index): Section[] => {
      const member = HEADING.exec(line)?.[1]
      if (member === undefined) return []
      const rest = lines.slice(index + 1)
      const end = rest.findIndex((each) => /^#{1,3} /.test(each))
      const text = (end === -1 ? rest : rest.slice(0, end)).join('\n')
      const named = /<!-- dialects: ([^>]*) -->/.exec(text)?.[1] ?? ''
      return [{ page, member, line: index + 1, dialects: named.split(' ').filter(Boolean), text }]
    })
  })
}

/** The page with the dialects and the signature of each member below its heading. */
export function writeSignatures(markdown: string, signatures: Signatures): string {
  const lines = markdown.split('\n')
  const written: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    written.push(line)
    const member = HEADING.exec(line)?.[1] ?? ENTRY.exec(line)?.[1]
    if (member === undefined) continue
    const known = dialects.filter((dialect) => signatureOf(member, dialect, signatures).length > 0)
    if (known.length === 0) continue
    // Some members exist that the types do not declare: the page names their dialects itself.
    const named = readNamed(lines, index)
    const all = dialects.filter((dialect) => known.includes(dialect) || named.includes(dialect))
    index = skipWritten(lines, index)
    written.push('', `<!-- dialects: ${all.join(' ')} -->`, '')
    written.push(START, '', '```ts signature')
    written.push(...formatSignatures(member, known, signatures), '```', '', END, '')
  }
  return written.join('\n')
}

function readNamed(lines: readonly string[], heading: number): string[] {
  const below = lines.slice(heading + 1, heading + 4).join('\n')
  return /<!-- dialects: ([^>]*) -->/.exec(below)?.[1]?.split(' ') ?? []
}

/** The last line of what was written below a heading before, and of the empty lines after it. */
function skipWritten(lines: readonly string[], heading: number): number {
  let at = heading
  const isEmpty = (index: number) => lines[index]?.trim() === ''
  while (isEmpty(at + 1)) at += 1
  if (lines[at + 1]?.startsWith('<!-- dialects:')) at += 1
  while (isEmpty(at + 1)) at += 1
  if (lines[at + 1] === START) at = lines.indexOf(END, at)
  while (isEmpty(at + 1)) at += 1
  return at
}

function formatSignatures(
  member: string,
  known: readonly Dialect[],
  signatures: Signatures,
): string[] {
  const groups = new Map<string, Dialect[]>()
  for (const dialect of known) {
    const text = signatureOf(member, dialect, signatures).join('\n')
    groups.set(text, [...(groups.get(text) ?? []), dialect])
  }
  if (groups.size === 1) return [...groups.keys()]
  return [...groups].flatMap(([text, those]) => [`// ${those.join(', ')}`, text])
}

/** All METHOD functions of an object have one signature: that of `post`. */
function signatureOf(member: string, dialect: Dialect, signatures: Signatures): string[] {
  if (Object.hasOwn(functions, member)) {
    const type = functions[member]
    return type === undefined ? signatures.ofEntry(member) : signatures.ofFunction(type, member)
  }
  if (!member.endsWith('.METHOD')) return signatures.of(member, dialect)
  const lines = signatures.of(member.replace('METHOD', 'post'), dialect)
  return lines.map((line) => line.replace('.post(', '.METHOD('))
}
