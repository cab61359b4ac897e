import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  bare,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  isSimple,
  isSurelyNoNumber,
  isSurelyText,
  keyName,
  memberName,
  numberValue,
  objectText,
  parameterName,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import {
  argumentsStart,
  findOutsideComments,
  insertCall,
  type MethodCall,
  removeArgument,
  renameMember,
  replace,
  replaceHead,
} from './calls.ts'
import type { Context, Edit } from './context.ts'

/** Calls of members of a response. */
export function migrateResponseCall(context: Context, call: MethodCall): void {
  const subject = context.subject(call.file, call.object, 'res')
  if (subject === undefined) return
  const rule = CALLS[call.name]
  rule?.(context, call, subject)
}

type Rule = (context: Context, call: MethodCall, subject: Subject) => void

const CALLS: Readonly<Record<string, Rule>> = {
  send: (context, call, subject) => migrateStatusForm(context, call, subject),
  json: (context, call, subject) => migrateStatusForm(context, call, subject),
  jsonp: (context, call, subject) => migrateStatusForm(context, call, subject),
  status: migrateStatus,
  redirect: migrateRedirect,
  location: migrateLocation,
  vary: migrateVary,
  sendfile: migrateSendfile,
  sendFile: reportDotfiles,
  download: reportDotfiles,
  set: migrateHeader,
  header: migrateHeader,
  setHeader: migrateHeader,
  type: () => undefined,
  clearCookie: migrateClearCookie,
  locals: migrateLocals,
  on: migrateHeaderEvent,
  once: migrateHeaderEvent,
}

/** D-033, D-034, D-035: a status among the arguments of `send`, `json` and `jsonp`. */
function migrateStatusForm(context: Context, call: MethodCall, subject: Subject): void {
  const { file, node, name, given } = call
  if (given === undefined || !context.moves(subject.dialect, 5)) return
  const where = { file, node, isSure: subject.isSure }
  const [first, second] = given
  if (first === undefined) return
  if (given.length === 1) {
    if (name !== 'send') return
    if (isNumber(first)) {
      const status = textOf(file, first)
      const text = `res.send(${status}) → res.sendStatus(${status})`
      context.rewrite('D-033', where, {
        text,
        edits: [renameMember(call.callee, file, 'sendStatus')],
      })
    } else if (mayBeStatus(first)) {
      context.report(
        'D-033',
        where,
        `if ${textOf(file, first)} is a number, 5.x sends it as JSON with the status 200. ` +
          `Write res.sendStatus(${textOf(file, first)}).`,
      )
    }
    return
  }
  if (given.length !== 2 || second === undefined) return
  const id = name === 'send' ? 'D-034' : 'D-035'
  const order = statusOrder(name, first, second)
  if (order === undefined) {
    context.report(
      id,
      where,
      `5.x ignores the second argument of res.${name}. Write res.status(…).${name}(…).`,
    )
    return
  }
  if (order === 'first') {
    const text = `res.${name}(${textOf(file, first)}, …) → res.status(${textOf(file, first)}).${name}(…)`
    const comma = findOutsideComments(file, ',', first.end)
    const gap = file.text[comma + 1] === ' ' ? 2 : 1
    context.rewrite(id, where, {
      text,
      edits: [
        renameMember(call.callee, file, 'status'),
        { start: comma, end: comma + gap, text: `).${name}(` },
      ],
    })
    return
  }
  if (!isSimple(second)) {
    context.report(id, where, `the status comes first in 5.x: res.status(…).${name}(…).`)
    return
  }
  const status = textOf(file, second)
  context.rewrite(id, where, {
    text: `res.${name}(…, ${status}) → res.status(${status}).${name}(…)`,
    edits: [
      insertCall(file, call.callee, `status(${status})`),
      removeArgument(file, first, second),
    ],
  })
}

/** Which argument is the status, as far as the source shows what 4.x decides by types. */
function statusOrder(name: string, first: Node, second: Node): 'first' | 'second' | undefined {
  const isNumber = [first, second].map((node) => numberValue(bare(node)) !== undefined)
  if (name === 'send' && isNumber[0]) return 'first'
  if (isNumber[1]) return 'second'
  if (isNumber[0] && isSurelyNoNumber(second)) return 'first'
  if (isSurelyNoNumber(second)) return 'first'
  if (isNumber[0]) return name === 'send' ? 'first' : isNamedStatus(second) ? undefined : 'first'
  if (isSurelyNoNumber(first) && isNamedStatus(second)) return 'second'
  if (isNamedStatus(first) && !isNamedStatus(second)) return 'first'
  return undefined
}

/** A number, or a choice between numbers: `ok ? 200 : 404`. */
function isNumber(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'ConditionalExpression') {
    return isNumber(value.consequent) && isNumber(value.alternate)
  }
  return numberValue(value) !== undefined
}

/** A value whose name or default says that it is a status: `err.status || 500`. */
function mayBeStatus(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'LogicalExpression') return isNumber(value.right) || isNamedStatus(value.right)
  if (value.type === 'Identifier' && value.name === 'code') return true
  if (value.type !== 'ConditionalExpression') return isNamedStatus(value)
  return [value.consequent, value.alternate].some((each) => isNumber(each) || mayBeStatus(each))
}

/** Names that programs give to a status code. */
function isNamedStatus(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'MemberExpression') return isStatusName(memberName(value))
  return value.type === 'Identifier' && isStatusName(value.name)
}

function isStatusName(name: string | undefined): boolean {
  return (
    name !== undefined && /^(?:http_?)?status(?:_?code)?$|^(?:http|response)_?code$/i.test(name)
  )
}

/** D-036 */
function migrateStatus(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const [code] = call.given ?? []
  if (code === undefined || !context.moves(dialect, 5)) return
  const { file, node } = call
  const text = stringValue(code)
  const status = numberValue(code)
  if (text !== undefined && /^[1-9]\d\d$/.test(text)) {
    context.rewrite(
      'D-036',
      { file, node, isSure },
      { text: `res.status('${text}') → res.status(${text})`, edits: [replace(code, text)] },
    )
  } else if (text !== undefined || (status !== undefined && !isStatus(status))) {
    const shown = textOf(file, code)
    context.report(
      'D-036',
      call,
      `5.x throws for res.status(${shown}): the code must be an integer from 100 to 999.`,
    )
  }
}

function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 100 && status <= 999
}

/** D-037, D-038, D-074 */
function migrateRedirect(context: Context, call: MethodCall, subject: Subject): void {
  const { file, node, given } = call
  const { dialect, isSure } = subject
  if (given === undefined) return
  const [first, second] = given
  const isSwapped = second !== undefined && isSwappedRedirect(first as Node, second)
  const url = second === undefined || isSwapped ? first : second
  if (url === undefined) return
  const edits: Edit[] = []
  const where = { file, node, isSure }
  const isBack = context.moves(dialect, 5) && backsIn(url).length > 0
  if (isSwapped && context.moves(dialect, 5)) {
    if (!isSimple(second)) {
      context.report('D-037', where, 'the status comes first in 5.x: res.redirect(status, url).')
      return
    }
    const status = textOf(file, second)
    const at = argumentsStart(file, node)
    edits.push({ start: at, end: at, text: `${status}, ` })
    edits.push(removeArgument(file, url, second))
    const text = `res.redirect(${textOf(file, url)}, ${status}) → res.redirect(${status}, …)`
    context.rewrite('D-037', where, { text, edits })
  } else if (
    second !== undefined &&
    isUnclearRedirect(first as Node) &&
    context.moves(dialect, 5)
  ) {
    context.report('D-037', where, 'check that the status comes first: 5.x takes no other order.')
  }
  if (isBack) {
    rewriteBack(context, call, url, subject)
    return
  }
  migrateRelative(context, call, url, subject)
}

function isSwappedRedirect(first: Node, second: Node): boolean {
  if (numberValue(bare(first)) !== undefined || isNamedStatus(first)) return false
  return numberValue(bare(second)) !== undefined || (isSurelyText(first) && isNamedStatus(second))
}

function isUnclearRedirect(first: Node): boolean {
  return numberValue(bare(first)) === undefined && !isNamedStatus(first)
}

/** The places of an expression that make it 'back': `url || 'back'`, `ok ? '/' : 'back'`. */
function backsIn(node: Node): { literal: Node; isOperand: boolean }[] {
  const value = bare(node)
  if (stringValue(value) === 'back') return [{ literal: value, isOperand: false }]
  if (value.type === 'ConditionalExpression') {
    return [...backsIn(value.consequent), ...backsIn(value.alternate)]
  }
  if (value.type !== 'LogicalExpression') return []
  // `||` may follow `||`, but not `??` or `&&`.
  const isOperand = value.operator !== '||'
  return backsIn(value.right).map((each) => ({ ...each, isOperand: each.isOperand || isOperand }))
}

/** D-038 */
function rewriteBack(context: Context, call: MethodCall, url: Node, { isSure }: Subject): void {
  const { file, node, name } = call
  const target = `${requestBeside(context, call)}.get('Referrer') || '/'`
  const edits = backsIn(url).map(({ literal, isOperand }) =>
    replace(literal, isOperand ? `(${target})` : target),
  )
  const text = `res.${name}('back') → res.${name}(${target})`
  context.rewrite('D-038', { file, node, isSure }, { text, edits })
}

/** D-038, D-074 */
function migrateLocation(context: Context, call: MethodCall, subject: Subject): void {
  const [url] = call.given ?? []
  if (url === undefined) return
  if (context.moves(subject.dialect, 5) && backsIn(url).length > 0) {
    rewriteBack(context, call, url, subject)
    return
  }
  migrateRelative(context, call, url, subject)
}

/** D-074: only 3.x resolves relative addresses. */
function migrateRelative(
  context: Context,
  call: MethodCall,
  url: Node,
  { dialect, isSure }: Subject,
): void {
  if (!context.moves(dialect, 4)) return
  const start = stringValue(bare(url)) ?? startOf(bare(url))
  if (start !== undefined && /^(?:\/|[a-z][a-z+.-]*:)/i.test(start)) return
  if (start === 'back') return
  const where = { ...call, isSure }
  const advice = 'the address is sent unchanged from 4.x on: 3.x resolves a name against the mount'
  if (start === undefined) {
    const fix = "if this is one, write req.app.path() + '/' before it"
    context.report('D-074', call, `${advice} path; ${fix}.`)
    return
  }
  const req = requestBeside(context, call)
  const isDotted = start.startsWith('.')
  const folder = `${req}.originalUrl.split('?')[0].replace(/\\/?$/, '/')`
  const [before, after] = isDotted
    ? [
        `${context.importName(call.file, 'node:url', { wanted: 'url', at: url })}.resolve(${folder}, `,
        ')',
      ]
    : [`${req}.app.path() + '/' + `, '']
  context.rewrite('D-074', where, {
    text: `${textOf(call.file, url)} → ${before}${textOf(call.file, url)}${after}`,
    edits: [
      { start: url.start, end: url.start, text: before },
      { start: url.end, end: url.end, text: after },
    ],
  })
}

function startOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked || undefined
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return stringValue(bare(node.left)) ?? startOf(bare(node.left))
  }
  return undefined
}

/** The request of the handler whose response this is. */
function requestBeside(context: Context, { file, object, node }: MethodCall): string {
  const root = rootOf(object)
  const scopes = context.flow.scopesOf(file)
  const binding = root.type === 'Identifier' ? scopes.lookup(root, root.name) : undefined
  const owner = binding && enclosingFunction(file, binding.identifier)
  const parameter = owner?.params.find(
    (each) => each.type === 'Identifier' && context.subject(file, each, 'req'),
  )
  const name = parameterName(parameter)
  if (name !== undefined && parameter && scopes.lookup(node, name)?.identifier === parameter) {
    return name
  }
  return `${textOf(file, root)}.req`
}

/** The response at the start of a chain: `res` in `res.status(404).type('txt')`. */
function rootOf(node: Node): Node {
  const value = bare(node)
  if (value.type !== 'CallExpression') return value
  const callee = bare(value.callee)
  return callee.type === 'MemberExpression' ? rootOf(callee.object) : value
}

/** D-040 */
function migrateVary(context: Context, call: MethodCall, { dialect }: Subject): void {
  if (call.given?.length !== 0 || !context.moves(dialect, 5)) return
  context.report(
    'D-040',
    call,
    '5.x throws for res.vary() without a field: name one, or remove it.',
  )
}

/** D-041 */
function migrateSendfile(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const { file, node, given } = call
  // 4.x still has the old name, but 3.x lacks the new one, so only a move to 5.x needs it.
  if (!context.moves(dialect, 5)) return
  const [path, options] = given ?? []
  if (given === undefined || path === undefined) {
    context.report('D-041', call, 'use res.sendFile, with an absolute path or the option root.')
    return
  }
  const edits = [renameMember(call.callee, file, 'sendFile')]
  if (!isAbsolute(file, path) && !hasRoot(options)) {
    if (options !== undefined && !isObject(options) && !isFunction(bare(options))) {
      context.report('D-041', call, 'use res.sendFile, with an absolute path or the option root.')
      return
    }
    const module = context.importName(file, 'node:path', { wanted: 'path', at: node })
    edits.push({ start: path.start, end: path.start, text: `${module}.resolve(` })
    edits.push({ start: path.end, end: path.end, text: ')' })
  }
  context.rewrite('D-041', { file, node, isSure }, { text: 'res.sendfile → res.sendFile', edits })
}

function isObject(node: Node): boolean {
  return bare(node).type === 'ObjectExpression'
}

function hasRoot(options: Node | undefined): boolean {
  const value = options && bare(options)
  if (value?.type !== 'ObjectExpression') return false
  return value.properties.some((each) => each.type === 'Property' && keyName(each) === 'root')
}

/** Paths that start with `__dirname`, or that `path.resolve` made. */
function isAbsolute(file: SourceFile, node: Node): boolean {
  const value = bare(node)
  if (value.type === 'BinaryExpression') return isAbsolute(file, value.left)
  if (value.type === 'Identifier') return value.name === '__dirname' || value.name === '__filename'
  if (value.type === 'TemplateLiteral') {
    const [first] = value.expressions
    return value.quasis[0]?.value.raw === '' && first !== undefined && isAbsolute(file, first)
  }
  if (value.type === 'Literal') return typeof value.value === 'string' && /^\//.test(value.value)
  if (value.type !== 'CallExpression') return false
  const callee = bare(value.callee)
  if (callee.type !== 'MemberExpression') return false
  const name = memberName(callee)
  const [first] = value.arguments
  if (name === 'resolve') return textOf(file, callee.object) === 'path'
  return name === 'join' && first !== undefined && isAbsolute(file, first)
}

/** D-051 */
function reportDotfiles(context: Context, call: MethodCall, { dialect }: Subject): void {
  const [path] = call.given ?? []
  if (path === undefined || !context.moves(dialect, 5)) return
  const text = call.file.text.slice(path.start, path.end)
  if (!/['"`/]\.(?!\.?\/)[\w-]+\//.test(text)) return
  context.report(
    'D-051',
    call,
    "5.x does not find files in folders whose name starts with a dot: add { dotfiles: 'allow' }.",
  )
}

/** D-073, D-084 */
function migrateHeader(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const { file, node, name, given } = call
  const [field, value] = given ?? []
  const header = stringValue(field)?.toLowerCase()
  if (header === 'set-cookie' && context.moves(dialect, 4) && value !== undefined) {
    if (name === 'setHeader') {
      context.report(
        'D-073',
        call,
        "from 4.x on, res.setHeader replaces cookies: use res.append('Set-Cookie', …) to add one.",
      )
      return
    }
    context.rewrite(
      'D-073',
      { file, node, isSure },
      {
        text: `res.${name}('Set-Cookie', …) → res.append('Set-Cookie', …)`,
        edits: [renameMember(call.callee, file, 'append')],
      },
    )
  }
  const type = stringValue(value)
  const isWord = type !== undefined && type !== '' && !type.includes('/')
  if (header === 'content-type' && name !== 'setHeader' && isWord && context.moves(dialect, 5)) {
    context.report(
      'D-084',
      call,
      `5.x looks '${type}' up as a file extension; 3.x and 4.x send it unchanged. ` +
        'Write the whole media type.',
    )
  }
}

/** D-046 */
function migrateClearCookie(context: Context, call: MethodCall, { dialect }: Subject): void {
  const options = call.given?.[1] && bare(call.given[1])
  if (options?.type !== 'ObjectExpression' || !context.moves(dialect, 5)) return
  const named = options.properties.flatMap((each) => {
    const name = each.type === 'Property' ? keyName(each) : undefined
    return name === 'maxAge' || name === 'expires' ? [name] : []
  })
  if (named.length === 0) return
  context.report(
    'D-046',
    call,
    `5.x ignores ${named.join(' and ')} here, so the cookie ends. Use res.cookie to keep it.`,
  )
}

/** D-056 */
export function migrateLocals(context: Context, call: MethodCall, subject: Subject): void {
  const { file, node, object, given } = call
  if (!context.moves(subject.dialect, 4)) return
  const [values] = given ?? []
  if (given?.length !== 1 || values === undefined) {
    context.report('D-056', call, 'locals is an object from 4.x on, not a function.')
    return
  }
  const isStatement = file.parents.get(node)?.type === 'ExpressionStatement'
  const locals = `${objectText(file, object)}.locals`
  if (!isStatement && file.parents.get(node)?.type !== 'ArrowFunctionExpression') {
    context.report('D-056', call, `write Object.assign(${locals}, …), which returns the object.`)
    return
  }
  context.rewrite(
    'D-056',
    { file, node, isSure: subject.isSure },
    {
      text: `${locals}(…) → Object.assign(${locals}, …)`,
      edits: [replaceHead(file, node, `Object.assign(${locals}, `)],
    },
  )
}

/** D-072 */
function migrateHeaderEvent(context: Context, call: MethodCall, { dialect }: Subject): void {
  if (stringValue(call.given?.[0]) !== 'header' || !context.moves(dialect, 4)) return
  context.report(
    'D-072',
    call,
    "the event 'header' is gone from 4.x on: use the package on-headers.",
  )
}

/** Members of a response that are not called. */
export function migrateResponseMember(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
): void {
  const name = memberName(node)
  if (name !== 'headerSent' && name !== 'charset') return
  const subject = context.subject(file, node.object, 'res')
  if (subject === undefined || !context.moves(subject.dialect, 4)) return
  if (name === 'headerSent') {
    context.rewrite(
      'D-072',
      { file, node, isSure: subject.isSure },
      {
        text: 'res.headerSent → res.headersSent',
        edits: [renameMember(node, file, 'headersSent')],
      },
    )
    return
  }
  const statement = enclosingStatement(file, node)
  const isWritten = statement.type === 'ExpressionStatement'
  const where = { file, node: isWritten ? statement : node }
  context.report(
    'D-071',
    where,
    'res.charset has no meaning from 4.x on: write the charset into the Content-Type.',
  )
}
