import {
  type Declaration,
  Declarations,
  endOfBrackets,
  type Member,
  splitOutside,
} from './declarations.ts'

export type Dialect = '5.x' | '4.x' | '3.x'

/** Where a dialect's types are, its own first. */
const folders: Readonly<Record<Dialect, readonly string[]>> = {
  '5.x': [
    'types/v5',
    'types/shared',
    'adapters',
    'contract',
    'client',
    'live',
    'body',
    'ops',
    'otel',
    'worker',
  ],
  '4.x': ['types/v4', 'types/shared', 'adapters'],
  '3.x': ['types/v3', 'types/v4', 'types/shared', 'adapters'],
}

/** The interface that declares the members of an object, by the name of the object in headings. */
const owners: Readonly<Record<string, string>> = {
  webapp: 'Webapp',
  app: 'ApplicationInterface',
  req: 'RequestInterface',
  res: 'ResponseInterface',
  router: 'Router',
  route: 'IRoute',
  layer: 'Layer',
  mime: 'Mime',
}

// Parameters of types that say nothing to a reader of a signature.
const FACTORY_THIS = /\bthis: FactoryThis(, )?/
const MAX_WIDTH = 96

/** Writes the signatures of members as the types declare them. */
export class Signatures {
  readonly #declarations: Declarations

  constructor(folder: string) {
    this.#declarations = new Declarations(folder)
  }

  /** The lines for a member such as `res.send` in a dialect; none if the types have no such member. */
  of(member: string, dialect: Dialect): string[] {
    const [object = '', name] = member.split('.')
    if (name === undefined) return this.#callsOf(owners[object] ?? '', object, dialect)
    const owner = owners[object]
    if (owner === undefined) return []
    const found = this.#members(owner, dialect, new Map()).filter((each) => each.name === name)
    const lines = found.flatMap((each) => this.#write(`${object}.${name}`, each, dialect))
    return [...new Set(lines)].map((line) => wrap(withExportedNames(line, dialect)))
  }

  /** The names of the members that the types declare for an object in a dialect. */
  names(object: string, dialect: Dialect): string[] {
    return this.#names(owners[object] ?? '', dialect)
  }

  /** The names of the options of a type such as `CookieOptions`, without deprecated ones. */
  options(type: string, dialect: Dialect): string[] {
    return this.#names(type, dialect, true)
  }

  #names(type: string, dialect: Dialect, isCurrent = false): string[] {
    const usable = this.#members(type, dialect, new Map()).filter((each) => {
      if (each.text === 'never' || (isCurrent && each.isDeprecated)) return false
      return !['', 'new', 'prototype'].includes(each.name)
    })
    return [...new Set(usable.map((each) => each.name))]
  }

  /** Signatures of the exported function of an entry, such as `inject`. */
  ofFunction(type: string, name: string): string[] {
    return this.#callsOf(type, name, '5.x')
  }

  /** The signature of a function that an entry writes out, such as `contract`. */
  ofEntry(name: string): string[] {
    const type = this.#declarations.findFunction(name)
    if (type === undefined) return []
    const [, parameter = '', bound = ''] = /^<(?:const )?(\w+) extends (\w+)>/.exec(type) ?? []
    // The mapped type and the conditional one only serve the compiler.
    const plain = type
      .replace(`{ [Name in keyof ${parameter}]: ${parameter}[Name] }`, bound)
      .replace(/ & UnknownFields<\w+>/, '')
      .replace(/\bContractFor</, 'Contract<')
    return [wrap(`${name}${signature(callSignature(plain).text)}`)]
  }

  #callsOf(type: string, name: string, dialect: Dialect): string[] {
    const calls = this.#members(type, dialect, new Map()).filter((each) => each.name === '')
    return [...new Set(calls.flatMap((each) => this.#write(name, each, dialect)))].map(wrap)
  }

  /** The members of an interface and of those that it extends; its own first. */
  #members(type: string, dialect: Dialect, bound: ReadonlyMap<string, string>): Member[] {
    const name = type.replace(/<[\s\S]*$/, '')
    const declaration = this.#declarations.find(name, folders[dialect])
    if (!declaration) return []
    const inner = bind(declaration, type, bound, dialect)
    const own = declaration.members.map((each) => ({
      ...each,
      text: this.#lookUp(substitute(each.text, inner), dialect),
    }))
    if (declaration.alias !== undefined) return this.#aliasMembers(declaration, inner, dialect)
    const names = new Set(own.map((each) => each.name))
    const inherited = declaration.parents.flatMap((parent) => {
      const members = this.#members(unwrap(substitute(parent, inner)), dialect, new Map())
      return members.filter((each) => !names.has(each.name))
    })
    return [...own, ...inherited]
  }

  /** The type behind `Table['member']`. */
  #lookUp(text: string, dialect: Dialect): string {
    // Each type of a dialect has the name of its member in the table.
    const own = /^Dialects\['.*?'\]\['(\w)(\w*)'\]$/.exec(text)
    if (own) return `${own[1]?.toUpperCase()}${own[2]}`
    const [, table = '', name] = /^(\w+<.*>)\['(\w+)'\]$/.exec(text) ?? []
    const found = this.#members(table, dialect, new Map()).find((each) => each.name === name)
    return found?.text ?? text
  }

  #aliasMembers(
    declaration: Declaration,
    bound: ReadonlyMap<string, string>,
    dialect: Dialect,
  ): Member[] {
    const alias = substitute(declaration.alias ?? '', bound)
    if (/^[(<].*=>/.test(alias)) return [callSignature(alias)]
    const method = /^\{ call(\([\s\S]*) \}\['call'\]$/.exec(alias)
    if (method) return [{ ...callSignature('() => void'), text: method[1] ?? '' }]
    return /^[\w.]+(<|$)/.test(alias) ? this.#members(alias, dialect, new Map()) : []
  }

  #write(name: string, member: Member, dialect: Dialect): string[] {
    if (member.isMethod)
      return this.#isShown(member.text) ? [`${name}${signature(member.text)}`] : []
    if (member.text === 'never') return []
    const calls = this.#calls(member.text, dialect)
    if (calls.length > 0) {
      const shown = calls.filter(({ text }) => this.#isShown(text))
      return shown.map((each) => `${each.name}${each.name && ' '}${name}${signature(each.text)}`)
    }
    const mark = member.isOptional ? '?' : ''
    const keyword = member.isReadonly ? 'readonly ' : ''
    return [`${keyword}${name}${mark}: ${simplify(member.text)}`]
  }

  /** The call signatures of a type, if it is a function. */
  #calls(type: string, dialect: Dialect): Member[] {
    if (/^[(<][\s\S]*=>/.test(type)) return [callSignature(type)]
    // A router and a handler can be called, but are used as values.
    if (/^(Router|Handler)\b/.test(type)) return []
    return splitOutside(type, '&').flatMap((part) => {
      if (!/^[\w.]+(<|$)/.test(part)) return []
      const found = this.#members(part, dialect, new Map())
      return found.filter(({ name }) => name === '' || name === 'new')
    })
  }

  /** Overloads that only serve the compiler are left out. */
  #isShown(text: string): boolean {
    return !/\.\.\.rest: never\[\]|adapter: never|Settings\[Name\]|HandlerContext|WithNames|InjectOptions<boolean>|ProviderFor|Used<|handlers: H\b/.test(
      text,
    )
  }
}

function callSignature(type: string): Member {
  const open = type.startsWith('<') ? endOfBrackets(type, 0) + 1 : 0
  const close = endOfBrackets(type, open)
  const result = type.slice(close + 1).replace(/^\s*=>\s*/, '')
  const text = `${type.slice(open, close + 1)}: ${result}`
  return {
    name: '',
    isReadonly: false,
    isOptional: false,
    text,
    isMethod: true,
    isDeprecated: false,
  }
}

/** `(path: string, ...handlers: RequestHandlerParams[]): this`, without type parameters. */
function signature(text: string): string {
  const own = text.trim()
  const open = own.startsWith('<') ? endOfBrackets(own, 0) + 1 : 0
  return simplify(own.slice(open).replace(FACTORY_THIS, ''))
}

/** Leaves out type arguments, which the guide to TypeScript explains, and `| undefined` of options. */
function simplify(text: string): string {
  let plain = text
    .replace(/\bPathOf<[^>]*>/g, 'PathParams')
    // Conditions that choose an overload say nothing to a reader.
    .replace(/\bIfContract<\w+, PathParams>/g, 'PathParams')
    .replace(/\(\s*\|? ?(RequestHandlerParams<.*?>) \| ParamsCarrier<.*?> ?\)\[\]/gs, '$1[]')
  for (;;) {
    const [, , name = ''] =
      /(^|[^\w])(\w+)</.exec(plain.replace(KEPT, (kept) => kept.replace('<', '‹'))) ?? []
    if (name === '') break
    const at = plain.search(new RegExp(`\\b${name}<`))
    if (at === -1) break
    const open = at + name.length
    const close = endOfBrackets(plain, open)
    plain = plain.slice(0, open) + plain.slice(close + 1)
  }
  return (
    plain
      .replace(/\b(ResBody|ReqBody)\b/g, 'any')
      .replace(/\bStatusCode\b/g, 'number')
      .replace(/\bReqQuery\b/g, 'ParsedQs')
      .replace(/\bLocalsObj & Locals\b/g, 'Locals')
      .replace(/(?<=: )P\b/g, 'ParamsDictionary')
      .replace(/\b(Request|Response|Application|Layer|Route)Of\b/g, '$1')
      // The names under which the types are exported.
      .replace(/\bContractHandlerParams\b/g, 'RequestHandlerParams')
      .replace(/\bClosable\b/g, 'Application')
      .replace(/^Path$/, 'string')
      .replace(/(?<=: )Options\b/g, 'FormFileOptions')
      .replace(/(?<=: )Fields\b/g, 'FormFields')
      .replace(/(?<==> )Result\b/g, 'any')
      .replace(/(?<=: )RouteMethod\b/g, 'ApiMethod')
      .replace(/(?<=: )(?:RoutePath|Prefix)\b/g, 'string')
      .replace(/\bRouteHandlers\b/g, 'RequestHandlerParams')
      .replace(/(?<=: )Routes\b/g, '(ApiOptions | ApiRoute | ApiMount)[]')
      .replace(/\bshared\./g, '')
      .replace(/\b(types|webapp)\./g, '')
  )
}

const KEPT = /\b(AsyncIterableIterator|Promise|Record|Partial|Array|Readonly)</g

/** 3.x exports the type of a route as `Route`; in the others that is the constructor. */
function withExportedNames(line: string, dialect: Dialect): string {
  return dialect === '3.x' ? line : line.replace(/: Route\b/, ': IRoute')
}

/** A type argument for each type parameter of a declaration. */
function bind(
  declaration: Declaration,
  type: string,
  outer: ReadonlyMap<string, string>,
  dialect: Dialect,
): Map<string, string> {
  const given = /^[\w.]+<([\s\S]*)>$/.exec(type)?.[1]
  const values = given === undefined ? [] : splitOutside(given, ',')
  const bound = new Map<string, string>()
  for (const [index, { name, fallback }] of declaration.parameters.entries()) {
    const value = values[index] ?? fallback
    // `this`, and the types that a reader knows, take the place of the parameter; others keep it.
    if (name === 'D') bound.set(name, `'${dialect}'`)
    else if (
      value !== undefined &&
      /^([\w.$]+|'\w+')$/.test(value) &&
      !/^(any|unknown|string)$/.test(value)
    ) {
      bound.set(name, outer.get(value) ?? value)
    } else if (name === 'T' && value !== undefined) bound.set(name, value)
  }
  return bound
}

function substitute(text: string, bound: ReadonlyMap<string, string>): string {
  if (bound.size === 0) return text
  return text.replace(/(?<![\w.'])[A-Z]\w*\b(?!['?]?:)/g, (name) => bound.get(name) ?? name)
}

/** `Omit<Members, 'name'>` and `Unclaimed<Members>` extend the members of their argument. */
function unwrap(type: string): string {
  return /^(?:Omit|Unclaimed)<([\w.]+)/.exec(type)?.[1] ?? type
}

/** Breaks a long signature after each parameter. */
function wrap(line: string): string {
  if (line.length <= MAX_WIDTH) return line
  const open = line.indexOf('(')
  if (open === -1) return line
  const close = endOfBrackets(line, open)
  const parameters = splitOutside(line.slice(open + 1, close), ',')
  const rows = parameters.map((each) => `  ${each},\n`).join('')
  return `${line.slice(0, open + 1)}\n${rows}${line.slice(close)}`
}
