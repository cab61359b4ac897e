import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One declaration of a member: a method with one signature, a property, or a call signature. */
export interface Member {
  /** The name; `''` for a call signature, `new` for a constructor. */
  readonly name: string
  readonly isReadonly: boolean
  readonly isOptional: boolean
  /** The type parameters, parameters and result of a method; the type of a property. */
  readonly text: string
  readonly isMethod: boolean
  readonly isDeprecated: boolean
}

/** An interface, or a type alias with the text of its type. */
export interface Declaration {
  readonly name: string
  readonly parameters: readonly { readonly name: string; readonly fallback: string | undefined }[]
  readonly parents: readonly string[]
  readonly members: readonly Member[]
  readonly alias: string | undefined
}

/** The public types in the sources of the package, by file and by name. */
export class Declarations {
  readonly #files = new Map<string, Map<string, Declaration>>()
  readonly #functions = new Map<string, string>()

  constructor(folder: string) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      // Beside the folders are the entries.
      if (/^\w+\.ts$/.test(file)) {
        for (const [name, type] of readFunctions(readFileSync(join(folder, file), 'utf8'))) {
          this.#functions.set(name, type)
        }
      }
      if (!/(^types\b.*|-types)\.ts$/.test(file)) continue
      const declared = readDeclarations(readFileSync(join(folder, file), 'utf8'))
      this.#files.set(file.replaceAll('\\', '/'), declared)
    }
  }

  /** The type of a function that an entry exports, if it is written out there: `(a: string) => void`. */
  findFunction(name: string): string | undefined {
    return this.#functions.get(name)
  }

  /** The declaration of a name, as a dialect sees it: its own, else an older one's, else shared. */
  find(name: string, folders: readonly string[]): Declaration | undefined {
    // `webapp.Request` of an entry extends `RequestInterface`; other qualified names are shared.
    const [, qualifier, own = ''] = /^(?:(\w+)\.)?(\w+)$/.exec(name) ?? []
    const plain = qualifier === 'webapp' ? `${own}Interface` : own
    // `Express.Request` is what programs add.
    if (qualifier === 'Express') return undefined
    const searched = qualifier && qualifier !== 'webapp' ? ['types/shared'] : folders
    for (const folder of searched) {
      for (const [file, declared] of this.#files) {
        const found = file.startsWith(`${folder}/`) ? declared.get(plain) : undefined
        if (found) return found
      }
    }
    return undefined
  }
}

/** Reads the interfaces and type aliases of a file. */
function readDeclarations(source: string): Map<string, Declaration> {
  const text = source.replace(/^\s*\/\/.*$/gm, '')
  const declared = new Map<string, Declaration>()
  for (const match of text.matchAll(/^(?:export )?(interface|type) (\w+)/gm)) {
    const [all, kind, name = ''] = match
    const start = match.index + all.length
    const [parameters, rest] = readTypeParameters(text, start)
    if (kind === 'interface') {
      const open = findOutside(text, rest, '{')
      const close = endOfBrackets(text, open)
      const parents = splitOutside(text.slice(rest, open).replace(/^\s*extends/, ''), ',')
      const members = readMembers(text.slice(open + 1, close))
      declared.set(name, { name, parameters, parents, members, alias: undefined })
    } else {
      const end = endOfAlias(text, rest)
      const alias = squeeze(text.slice(text.indexOf('=', rest) + 1, end))
      declared.set(name, { name, parameters, parents: [], members: [], alias })
    }
  }
  return declared
}

/** The types of the functions that an entry declares, or gives a function type in place. */
function readFunctions(source: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const match of source.matchAll(/^export function (\w+)(?=\()/gm)) {
    const open = match.index + match[0].length
    const close = endOfBrackets(source, open)
    const result = source.slice(close + 1, source.indexOf(' {\n', close)).replace(/^: /, '')
    found.set(match[1] ?? '', squeeze(`${source.slice(open, close + 1)} => ${result}`))
  }
  for (const [, name = '', type = ''] of source.matchAll(
    /^export const (\w+): ([(<][\s\S]*?)\s=\s/gm,
  )) {
    found.set(name, squeeze(type))
  }
  return found
}

/** Splits the body of an interface: a member begins where brackets are closed and a line starts. */
function readMembers(body: string): Member[] {
  const members: Member[] = []
  const pattern = /\s*((?:\/\*\*[\s\S]*?\*\/\s*)*)/y
  let at = 0
  while (at < body.length) {
    pattern.lastIndex = at
    const comment = pattern.exec(body)?.[1] ?? ''
    at = pattern.lastIndex
    if (at >= body.length) break
    const end = endOfMember(body, at)
    const member = readMember(squeeze(body.slice(at, end)), comment)
    if (member) members.push(member)
    at = end + 1
  }
  return members
}

function readMember(text: string, comment: string): Member | undefined {
  const isDeprecated = /@deprecated/.test(comment)
  const [, keyword, name = '', optional, rest = ''] =
    /^(readonly )?(?:'([^']*)'|[\w$]+)?(\?)?([\s\S]*)$/.exec(
      text.replace(/^(readonly )?([\w$]+)/, "$1'$2'"),
    ) ?? []
  if (/^(readonly )?\[/.test(text) || text === '') return undefined
  const isMethod = /^[(<]/.test(rest)
  return {
    name: name.trim(),
    isReadonly: keyword !== undefined,
    isOptional: optional !== undefined,
    text: isMethod ? rest : rest.replace(/^: /, ''),
    isMethod,
    isDeprecated,
  }
}

function endOfMember(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    depth += change(text, at)
    if (depth > 0 || text[at] !== '\n') continue
    // A union continues on the next line.
    if (/^\s*[|&]/.test(text.slice(at)) || /[:|&,=]\s*$/.test(text.slice(start, at))) continue
    return at
  }
  return text.length
}

function endOfAlias(text: string, start: number): number {
  const end = text.slice(start).search(/\n(?=\n|\/\*\*|export )/)
  return end === -1 ? text.length : start + end
}

export function readTypeParameters(
  text: string,
  start: number,
): [Declaration['parameters'], number] {
  if (text[start] !== '<') return [[], start]
  const end = endOfBrackets(text, start)
  const parameters = splitOutside(text.slice(start + 1, end), ',').map((part) => {
    const [head = '', fallback] = splitOutside(part, '=')
    return { name: /^\w+/.exec(head.trim())?.[0] ?? '', fallback: fallback?.trim() }
  })
  return [parameters, end + 1]
}

/** The index of the bracket that closes the one at `open`. */
export function endOfBrackets(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    depth += change(text, at)
    if (depth === 0) return at
  }
  return text.length
}

function findOutside(text: string, start: number, wanted: string): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (depth === 0 && text[at] === wanted) return at
    depth += change(text, at)
  }
  return text.length
}

/** Splits at a separator that is not inside brackets; without empty parts. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (let at = 0; at < text.length; at++) {
    depth += change(text, at)
    const isArrow = separator === '=' && text[at + 1] === '>'
    if (depth === 0 && text[at] === separator && !isArrow) {
      parts.push(part.trim())
      part = ''
    } else part += text[at]
  }
  parts.push(part.trim())
  return parts.filter((each) => each !== '')
}

function change(text: string, at: number): number {
  const character = text[at] ?? ''
  if (character === '>' && text[at - 1] === '=') return 0
  if ('([{<'.includes(character)) return 1
  return ')]}>'.includes(character) ? -1 : 0
}

function squeeze(text: string): string {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/([([<]) /g, '$1')
    .replace(/,? ([)\]>])/g, (all, close: string) => (all.includes('=') ? all : close))
    .trim()
}
