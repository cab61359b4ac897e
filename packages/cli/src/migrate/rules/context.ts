import type { Node } from 'oxc-parser'
import type { Flow, Subject } from '../flow/flow.ts'
import type { Dialect, Kind } from '../flow/values.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Edit, endWithComment, type MethodCall } from './calls.ts'

/** `express` stays with Express and only moves the code to 5.x. */
export type Target = '5' | '4' | 'express'

/** A place in a program that the move to another dialect concerns. */
export interface Spot {
  /** The entry of docs/dialects.md, or a name for changes that are not in it. */
  readonly id: string
  readonly file: SourceFile
  readonly start: number
  readonly end: number
  readonly text: string
  /** Empty for a spot that is only reported. All of them are applied, or none. */
  readonly edits: readonly Edit[]
  /** Whether the program does not start if the spot stays as it is. */
  readonly stopsStart: boolean
}

/** How a spot is rewritten. */
interface Rewriting {
  readonly text: string
  readonly edits: readonly Edit[]
  /** The text for a spot that is reported because it is not certain; `text` without it. */
  readonly advice?: string
  readonly stopsStart?: boolean
}

/** The name that an import should get, and the node that uses it. */
interface ImportUse {
  readonly wanted: string
  readonly at: Node
}

/** What rules know about the program, and where they put what they find. */
export class Context {
  readonly target: Target
  readonly flow: Flow
  readonly files: readonly SourceFile[]
  /** Apply also the spots that only the names of parameters suggest. */
  readonly isBold: boolean
  readonly spots: Spot[] = []
  /** Registrations whose paths could not be read. */
  readonly loosePaths: MethodCall[] = []
  /** Packages that rewritten code requires. */
  readonly packages = new Set<string>()
  readonly #once = new Set<string>()
  readonly #modules = new Map<string, string>()
  readonly #starts = new Set<string>()
  readonly #ranges = new Set<string>()

  constructor(options: {
    target: Target
    flow: Flow
    files: readonly SourceFile[]
    isBold: boolean
  }) {
    this.target = options.target
    this.flow = options.flow
    this.files = options.files
    this.isBold = options.isBold
  }

  /** Whether code of this dialect meets a change that a dialect brought. */
  moves(from: Dialect, changedIn: Dialect): boolean {
    return from < changedIn && changedIn <= this.dialect
  }

  get dialect(): Dialect {
    return this.target === '4' ? 4 : 5
  }

  subject(file: SourceFile, node: Node, ...kinds: readonly Kind[]): Subject | undefined {
    return this.flow.subject(file, node, ...kinds)
  }

  /** Rewrites a spot if it is certain what it stands for, and reports it otherwise. */
  rewrite(
    id: string,
    { file, node, isSure }: { file: SourceFile; node: Node; isSure: boolean },
    { text, edits, advice = text, stopsStart = false }: Rewriting,
  ): void {
    if (isSure || this.isBold) {
      this.add({ id, file, start: node.start, end: node.end, text, edits, stopsStart })
    } else {
      const words = `not certain that this is Express; if it is: ${advice}`
      if (stopsStart) this.reportStop(id, { file, node }, words)
      else this.report(id, { file, node }, words)
    }
  }

  report(id: string, { file, node }: { file: SourceFile; node: Node }, text: string): void {
    const { start, end } = node
    this.add({ id, file, start, end, text, edits: [], stopsStart: false })
  }

  /** Reports a spot that stops the program when it starts. */
  reportStop(id: string, { file, node }: { file: SourceFile; node: Node }, text: string): void {
    const { start, end } = node
    this.add({ id, file, start, end, text, edits: [], stopsStart: true })
  }

  add(spot: Spot): void {
    const { file, start, end } = spot
    this.spots.push(spot)
    this.#starts.add(`${start} ${file.path}`)
    this.#ranges.add(`${start}-${end} ${file.path}`)
  }

  /** Whether there is a spot with the start of a node. */
  hasSpotAt(file: SourceFile, { start }: Node): boolean {
    return this.#starts.has(`${start} ${file.path}`)
  }

  /** Whether there is a spot for a node or for one around it. */
  hasSpotAround(file: SourceFile, node: Node): boolean {
    for (let at: Node | undefined = node; at; at = file.parents.get(at)) {
      if (this.#ranges.has(`${at.start}-${at.end} ${file.path}`)) return true
    }
    return false
  }

  /** Reports what is true of a whole program at the first place only. */
  reportOnce(id: string, where: { file: SourceFile; node: Node }, text: string): void {
    if (this.#once.has(id)) return
    this.#once.add(id)
    this.report(id, where, text)
  }

  /**
   * The name under which a file can use the default export of a module. If the file does not have
   * one, an import is added.
   */
  importName(file: SourceFile, specifier: string, { wanted, at }: ImportUse): string {
    const key = `${file.path} ${specifier}`
    const scopes = this.flow.scopesOf(file)
    const existing = existingName(file, specifier)
    // A parameter or a variable of the same name may hide the module.
    const isSeen =
      existing !== undefined &&
      scopes.lookup(at, existing) === scopes.lookup(file.program, existing)
    const known = isSeen ? existing : this.#modules.get(key)
    if (known !== undefined) return known
    let name = wanted
    for (let suffix = 2; scopes.declares(name); suffix++) name = `${wanted}${suffix}`
    this.#modules.set(key, name)
    // Without esModuleInterop, TypeScript takes modules of Node as namespaces only.
    const isNode = file.isTypeScript && specifier.startsWith('node:')
    const line = file.isModule
      ? `import ${isNode ? '* as ' : ''}${name} from ${quoted(file, specifier)}`
      : `${file.text.includes('const ') ? 'const' : 'var'} ${name} = require(${quoted(file, specifier)})`
    const end = file.text.includes(';') ? ';' : ''
    const newline = file.text.includes('\r\n') ? '\r\n' : '\n'
    const { start, isAfter } = importPlace(file)
    const text = isAfter
      ? `${newline}${indentationBefore(file, start)}${line}${end}`
      : `${line}${end}${newline}`
    const edits = [{ start, end: start, text }]
    this.add({ id: 'import', file, start, end: start, text: line, edits, stopsStart: true })
    return name
  }
}

/** The spaces at the start of the line that ends at an offset, if a statement starts there. */
function indentationBefore({ text, program }: SourceFile, offset: number): string {
  const found = program.body.find(
    ({ start, end }) => start < offset && end <= offset && /^[^\n]*$/.test(text.slice(end, offset)),
  )
  const lineStart = text.lastIndexOf('\n', (found?.start ?? 0) - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''
}

function existingName(file: SourceFile, specifier: string): string | undefined {
  const isNode = specifier.startsWith('node:')
  const names = new Set([specifier, specifier.replace(/^node:/, '')])
  const found = modulesOf(file).find(
    (each) => names.has(each.specifier) && (isNode || !each.isNamespace),
  )
  return found?.local
}

interface NamedModule {
  readonly specifier: string
  readonly local: string
  readonly isNamespace: boolean
}

const namedModules = new WeakMap<SourceFile, readonly NamedModule[]>()

/** The modules for which a file has a name, in source order. */
function modulesOf(file: SourceFile): readonly NamedModule[] {
  const known = namedModules.get(file) ?? file.program.body.flatMap(modulesIn)
  namedModules.set(file, known)
  return known
}

function modulesIn(node: Node): NamedModule[] {
  if (node.type === 'ImportDeclaration') {
    const specifier = node.source.value
    return node.specifiers.flatMap(({ type, local }) => {
      if (type === 'ImportSpecifier') return []
      return { specifier, local: local.name, isNamespace: type === 'ImportNamespaceSpecifier' }
    })
  }
  if (node.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return []
    const [first] = init.arguments
    const isRequire = init.callee.type === 'Identifier' && init.callee.name === 'require'
    if (!isRequire || first?.type !== 'Literal') return []
    return { specifier: String(first.value), local: id.name, isNamespace: false }
  })
}

/** After the first import or require, or before the first statement. */
function importPlace(file: SourceFile): { start: number; isAfter: boolean } {
  const { body } = file.program
  const found = body.find((node) => {
    if (node.type === 'ImportDeclaration') return true
    return (
      !file.isModule &&
      node.type === 'VariableDeclaration' &&
      /=\s*require\(/.test(file.text.slice(node.start, node.end))
    )
  })
  if (found) return { start: endWithComment(file, found), isAfter: true }
  const first = body.find((node) => !('directive' in node && node.directive))
  return { start: first?.start ?? file.text.length, isAfter: false }
}
