import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  bare,
  enclosingFunction,
  hasKey,
  keyName,
  memberName,
  objectText,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { methodCallOf, rangeOf, removeStatement, replace } from './calls.ts'
import type { Context } from './context.ts'
import { migrateStatic } from './static-files.ts'

/** Middleware of 3.x whose packages have the same interface. */
const PACKAGES: Readonly<Record<string, string>> = {
  basicAuth: 'basic-auth-connect',
  compress: 'compression',
  cookieParser: 'cookie-parser',
  csrf: 'csurf',
  directory: 'serve-index',
  errorHandler: 'errorhandler',
  favicon: 'serve-favicon',
  logger: 'morgan',
  methodOverride: 'method-override',
  multipart: 'connect-multiparty',
  responseTime: 'response-time',
  session: 'express-session',
  timeout: 'connect-timeout',
  vhost: 'vhost',
}

const GONE: Readonly<Record<string, string>> = {
  cookieSession: 'use the package cookie-session; its options are name, keys and maxAge',
  limit: 'use the option limit of each body parser',
  staticCache: 'a cache in front of the server does this better; remove it',
}

/** What to do about a member of 3.x that is gone. */
const ADVICE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(PACKAGES).map(([name, specifier]) => [name, `use the package ${specifier}`]),
  ),
  ...GONE,
  bodyParser: 'use json and urlencoded',
}

/** Whether 3.x has a member of the factory, and 4.x has a package in its place or nothing. */
export function isGoneIn4(name: string): boolean {
  return Object.hasOwn(ADVICE, name)
}

/** Members of the factory: `express.json`, `express.logger`, `express.static.mime`. */
export function migrateFactoryMember(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
): void {
  const name = memberName(node)
  const subject = name && context.subject(file, node.object, 'factory')
  if (!subject || name === undefined) return
  const { dialect } = subject
  const parent = file.parents.get(node)
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node
  if (name === 'mime' && context.moves(dialect, 4)) migrateMime(context, file, node, subject)
  else if (name === 'static') reportStaticMime(context, file, node, subject)
  else if (name === 'query' && context.moves(dialect, 5)) migrateQuery(context, file, node, subject)
  else if (name === 'bodyParser' && context.moves(dialect, 4)) {
    if (isCalled) migrateBodyParser(context, file, node, subject)
    else
      context.reportStop('D-021', { file, node }, 'use json and urlencoded in place of bodyParser.')
  } else if (Object.hasOwn(GONE, name) && context.moves(dialect, 4)) {
    context.reportStop(
      'D-021',
      { file, node },
      `express.${name} is gone from 4.x on: ${GONE[name]}.`,
    )
  } else if (Object.hasOwn(PACKAGES, name) && context.moves(dialect, 4)) {
    migratePackage(context, file, node, subject)
  } else if (name === 'createServer') migrateCreateServer(context, file, node, subject)
}

/** D-021: members of the factory that are gone and are imported or destructured by name. */
export function reportNamedMembers(context: Context, file: SourceFile, node: Node): void {
  for (const { member, at } of namedMembers(context, file, node)) {
    context.reportStop(
      'D-021',
      { file, node: at },
      `${member} is gone from 4.x on: ${ADVICE[member]}.`,
    )
  }
}

/** The members of an Express of 3.x that an import or a pattern names. */
function namedMembers(
  context: Context,
  file: SourceFile,
  node: Node,
): { member: string; at: Node }[] {
  if (node.type === 'ObjectPattern') {
    const subject = context.subject(file, node, 'factory')
    if (subject === undefined || !context.moves(subject.dialect, 4)) return []
    return node.properties.flatMap((each) => {
      const member = each.type === 'Property' ? keyName(each) : undefined
      return member !== undefined && Object.hasOwn(ADVICE, member) ? [{ member, at: each }] : []
    })
  }
  if (node.type !== 'ImportSpecifier' || node.imported.type !== 'Identifier') return []
  const subject = context.subject(file, node.local, 'middleware')
  if (subject === undefined || !context.moves(subject.dialect, 4)) return []
  const member = node.imported.name
  return Object.hasOwn(ADVICE, member) ? [{ member, at: node }] : []
}

/** D-021: `require('connect-redis')(express)` reads `express.session`, which is gone. */
export function reportStore(context: Context, file: SourceFile, node: Node): void {
  if (node.type !== 'CallExpression') return
  const callee = bare(node.callee)
  const [first] = node.arguments
  if (callee.type !== 'CallExpression' || first === undefined) return
  const specifier = stringValue(callee.arguments[0]) ?? ''
  const isRequire = callee.callee.type === 'Identifier' && callee.callee.name === 'require'
  if (!isRequire || !/^connect-|session|store/.test(specifier)) return
  const subject = context.subject(file, first, 'factory')
  if (subject === undefined || !context.moves(subject.dialect, 4)) return
  context.reportStop(
    'D-021',
    { file, node },
    `${specifier} reads express.session, which is gone from 4.x on: pass the package ` +
      `express-session, require('${specifier}')(session).`,
  )
}

/** Calls of middleware that keeps its name: `express.json()`, `urlencoded()`, `express.static()`. */
export function migrateMiddlewareCall(context: Context, file: SourceFile, node: Node): void {
  if (node.type !== 'CallExpression') return
  const subject = context.subject(file, node.callee, 'middleware')
  if (subject === undefined) return
  const { name, dialect } = subject
  const [options] = node.arguments
  const limit = quoted(file, '1mb')
  if (name === 'urlencoded' && context.moves(dialect, 5)) {
    addOptions(context, file, node, subject, {
      id: 'D-048',
      defaults: dialect === 3 ? { extended: 'true', limit } : { extended: 'true' },
    })
  } else if ((name === 'urlencoded' || name === 'json') && context.moves(dialect, 4)) {
    addOptions(context, file, node, subject, { id: 'D-077', defaults: { limit } })
  } else if (name === 'static' && context.moves(dialect, 5)) {
    migrateStatic(context, file, node, subject)
  }
  if (name === 'json' && options && hasKey(options, 'verify') && context.moves(dialect, 4)) {
    context.report('D-077', { file, node }, 'from 4.x on, verify gets a Buffer and not a string.')
  }
}

/** Adds options that are missing, so that the defaults of the old dialect stay. */
function addOptions(
  context: Context,
  file: SourceFile,
  node: Extract<Node, { type: 'CallExpression' }>,
  { name, isSure }: Subject,
  { id, defaults }: { id: string; defaults: Readonly<Record<string, string>> },
): void {
  const [first] = node.arguments
  const options = first && bare(first)
  const where = { file, node, isSure }
  const callee = textOf(file, node.callee)
  const list = (names: readonly string[]) =>
    names.map((key) => `${key}: ${defaults[key]}`).join(', ')
  const names = Object.keys(defaults)
  if (options === undefined) {
    const added = `{ ${list(names)} }`
    const at = node.end - 1
    const edits = [{ start: at, end: at, text: added }]
    context.rewrite(id, where, { text: `${callee}() → ${callee}(${added})`, edits })
    return
  }
  if (options.type !== 'ObjectExpression') {
    context.report(
      id,
      where,
      `make sure that the options of ${name} contain ${list(names)}, which was the default.`,
    )
    return
  }
  if (options.properties.some((each) => each.type === 'SpreadElement')) {
    context.report(id, where, `${list(names)} was the default: check the options of ${name}.`)
    return
  }
  const missing = names.filter((key) => !hasKey(options, key))
  if (missing.length === 0) return
  const [property] = options.properties
  const start = property?.start ?? options.start + 1
  const text = property ? `${list(missing)}, ` : ` ${list(missing)} `
  const shown = `${callee}({ … }) → ${callee}({ ${list(missing)}, … })`
  context.rewrite(id, where, { text: shown, edits: [{ start, end: start, text }] })
}

/** D-053 */
function migrateMime(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { isSure }: Subject,
): void {
  if (context.dialect === 4) {
    const edits = [{ ...rangeOf(node.property), text: 'static.mime' }]
    const text = 'express.mime → express.static.mime'
    context.rewrite('D-053', { file, node, isSure }, { text, edits })
    return
  }
  reportMime(context, file, node)
}

/** Outside of functions, a read of the missing table stops the program. */
function reportMime(context: Context, file: SourceFile, node: MemberExpression): void {
  if (enclosingFunction(file, node)) context.report('D-053', { file, node }, MIME)
  else context.reportStop('D-053', { file, node }, MIME)
}

const MIME =
  'the table of media types is gone in 5.x: use the package mime-types, whose lookup returns false ' +
  'for an unknown extension.'

function reportStaticMime(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect }: Subject,
): void {
  const parent = file.parents.get(node)
  if (parent?.type !== 'MemberExpression' || memberName(parent) !== 'mime') return
  if (context.moves(dialect, 5)) reportMime(context, file, node)
}

/** D-022 */
function migrateQuery(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { isSure }: Subject,
): void {
  const call = file.parents.get(node)
  const use = call && file.parents.get(call)
  const statement = use && file.parents.get(use)
  const isWhole =
    use?.type === 'CallExpression' &&
    methodCallOf(file, use)?.name === 'use' &&
    use.arguments.length === 1 &&
    use.arguments[0] === call &&
    statement?.type === 'ExpressionStatement'
  if (!isWhole) {
    context.reportStop(
      'D-022',
      { file, node },
      'express.query is gone in 5.x: req.query needs none.',
    )
    return
  }
  context.rewrite(
    'D-022',
    { file, node: statement, isSure },
    {
      text: 'express.query() removed',
      edits: [removeStatement(file, statement)],
      stopsStart: true,
    },
  )
}

function migrateCreateServer(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  const call = file.parents.get(node)
  if (!context.moves(dialect, 4)) return
  if (call?.type !== 'CallExpression' || call.callee !== node || call.arguments.length > 0) {
    context.reportStop(
      'createServer',
      { file, node },
      'express.createServer is gone: call express(), and app.use for each middleware.',
    )
    return
  }
  context.rewrite(
    'createServer',
    { file, node: call, isSure },
    {
      text: 'express.createServer() → express()',
      edits: [replace(node, objectText(file, node.object))],
      stopsStart: true,
    },
  )
}

/** D-021: the package has the same interface, up to a few defaults. */
function migratePackage(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { isSure }: Subject,
): void {
  const name = memberName(node) ?? ''
  const specifier = PACKAGES[name] ?? ''
  const call = file.parents.get(node)
  const given = call?.type === 'CallExpression' && call.callee === node ? call.arguments : undefined
  if (name === 'favicon' && given?.length === 0) {
    context.reportStop('D-021', { file, node }, 'serve-favicon needs the path of a file.')
    return
  }
  if (!isSure && !context.isBold) {
    context.reportStop('D-021', { file, node }, `express.${name} is now the package ${specifier}.`)
    return
  }
  const local = context.importName(file, specifier, { wanted: name, at: node })
  context.packages.add(specifier)
  const edits = [replace(node, local)]
  if (name === 'logger' && given?.length === 0 && call) {
    edits.push({ start: call.end - 1, end: call.end - 1, text: quoted(file, 'combined') })
  }
  if (name === 'methodOverride' && given && call) {
    const key = given[0] ? stringValue(given[0]) : '_method'
    if (key === undefined || !/^\w+$/.test(key)) {
      context.reportStop(
        'D-021',
        { file, node },
        'method-override needs a function that reads the body.',
      )
      return
    }
    // The package reads a header or the query; 3.x read the body first.
    const header = quoted(file, 'X-HTTP-Method-Override')
    const getter = `(req) => req.body?.${key} ?? req.get(${header})`
    edits.splice(0, 1, replace(call, `${local}(${getter})`))
  }
  const text = `express.${name} → the package ${specifier}`
  context.rewrite('D-021', { file, node, isSure }, { text, edits, stopsStart: true })
  if (name === 'csrf') {
    context.report('D-021', { file, node }, 'csurf is no longer maintained: look for another one.')
  }
}

/** D-021, D-077: the parsers for JSON and forms, and for files where the program uses them. */
function migrateBodyParser(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { isSure }: Subject,
): void {
  const call = file.parents.get(node) as Extract<Node, { type: 'CallExpression' }>
  const [options] = call.arguments
  if (!isSure && !context.isBold) {
    context.reportStop('D-021', { file, node }, 'use json and urlencoded in place of bodyParser.')
    return
  }
  const express = objectText(file, node.object)
  const limit = (options && literalOption(file, options, 'limit')) ?? quoted(file, '1mb')
  const parsers = [
    `${express}.json({ limit: ${limit} })`,
    `${express}.urlencoded({ extended: true, limit: ${limit} })`,
  ]
  if (context.files.some(({ text }) => /\.files\b|\bfiles\s*[,}][^\n]*=\s*req\b/.test(text))) {
    const local = context.importName(file, 'connect-multiparty', {
      wanted: 'multipart',
      at: node,
    })
    context.packages.add('connect-multiparty')
    parsers.push(`${local}(${options ? textOf(file, options) : ''})`)
  }
  const parent = file.parents.get(call)
  const isArgument = parent?.type === 'CallExpression' || parent?.type === 'ArrayExpression'
  const list = isArgument ? parsers.join(', ') : `[${parsers.join(', ')}]`
  context.rewrite(
    'D-021',
    { file, node: call, isSure },
    { text: `bodyParser() → ${list}`, edits: [replace(call, list)], stopsStart: true },
  )
}

function literalOption(file: SourceFile, options: Node, name: string): string | undefined {
  const value = bare(options)
  if (value.type !== 'ObjectExpression') return undefined
  const found = value.properties.find((each) => each.type === 'Property' && keyName(each) === name)
  return found?.type === 'Property' ? textOf(file, found.value) : undefined
}
