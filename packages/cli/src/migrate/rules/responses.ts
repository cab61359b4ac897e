import type { MemberExpression } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  bare,
  enclosingStatement,
  keyName,
  memberName,
  objectText,
  stringValue,
} from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, renameMember, replaceHead } from './calls.ts'
import type { Context } from './context.ts'
import { migrateSendfile, reportDotfiles } from './response-files.ts'
import { migrateLocation, migrateRedirect } from './response-redirect.ts'
import { migrateStatus, migrateStatusForm } from './response-status.ts'

/** Calls of members of a response. */
export function migrateResponseCall(context: Context, call: MethodCall): void {
  const subject = context.subject(call.file, call.object, 'res')
  if (subject === undefined) return
  if (Object.hasOwn(CALLS, call.name)) CALLS[call.name]?.(context, call, subject)
}

type Rule = (context: Context, call: MethodCall, subject: Subject) => void

const CALLS: Readonly<Record<string, Rule>> = {
  send: migrateStatusForm,
  json: migrateStatusForm,
  jsonp: migrateStatusForm,
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
  clearCookie: migrateClearCookie,
  locals: migrateLocals,
  on: migrateHeaderEvent,
  once: migrateHeaderEvent,
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
  // The locals of an application are set before it starts.
  const stopsStart = subject.kind === 'app'
  const report = (text: string) =>
    stopsStart ? context.reportStop('D-056', call, text) : context.report('D-056', call, text)
  if (given?.length !== 1 || values === undefined) {
    report('locals is an object from 4.x on, not a function.')
    return
  }
  const isStatement = file.parents.get(node)?.type === 'ExpressionStatement'
  const locals = `${objectText(file, object)}.locals`
  if (!isStatement && file.parents.get(node)?.type !== 'ArrowFunctionExpression') {
    report(`write Object.assign(${locals}, …), which returns the object.`)
    return
  }
  context.rewrite(
    'D-056',
    { file, node, isSure: subject.isSure },
    {
      text: `${locals}(…) → Object.assign(${locals}, …)`,
      edits: [replaceHead(file, node, `Object.assign(${locals}, `)],
      stopsStart,
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
