import type { Node } from 'oxc-parser'
import { LOOPS, VERBS } from '../flow/members.ts'
import { convertPattern } from '../patterns/convert.ts'
import { ledgerId } from '../patterns/ledger-id.ts'
import { bare, enclosingFunction, memberName, stringValue, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, methodCallOf } from './calls.ts'
import type { Context } from './context.ts'

type Identifier = Extract<Node, { type: 'Identifier' }>

/**
 * The literals that a variable of a loop takes: `['/a', '/b'].forEach((path) => app.get(path, …))`,
 * or `for (const path of ['/a', '/b'])`. `undefined` if it is not one, or has other uses.
 */
export function listedPaths(
  context: Context,
  file: SourceFile,
  identifier: Identifier,
): Node[] | undefined {
  const scopes = context.flow.scopesOf(file)
  const binding = scopes.lookup(identifier, identifier.name)
  if (binding === undefined || binding.file !== file) return undefined
  const list = listOf(file, binding.identifier)
  if (list?.type !== 'ArrayExpression') return undefined
  const isOnlyPath = scopes.usesOf(binding).every((use) => {
    const parent = file.parents.get(use)
    const call = parent && methodCallOf(file, parent)
    const isRegistration = call && (VERBS.has(call.name) || /^(?:use|route)$/.test(call.name))
    return isRegistration === true && call?.node.arguments[0] === use
  })
  if (!isOnlyPath) return undefined
  const elements = list.elements.flatMap((each) => each ?? [])
  return elements.every((each) => stringValue(each) !== undefined) ? elements : undefined
}

/** The list that a loop reads, if the identifier is its variable. */
function listOf(file: SourceFile, identifier: Node): Node | undefined {
  const parent = file.parents.get(identifier)
  if (parent?.type === 'VariableDeclarator') {
    const declaration = file.parents.get(parent)
    const loop = declaration && file.parents.get(declaration)
    return loop?.type === 'ForOfStatement' && loop.left === declaration ? loop.right : undefined
  }
  const owner = enclosingFunction(file, identifier)
  if (owner?.params[0] !== identifier) return undefined
  const call = file.parents.get(owner)
  if (call?.type !== 'CallExpression' || call.arguments[0] !== owner) return undefined
  const callee = bare(call.callee)
  if (callee.type !== 'MemberExpression' || !LOOPS.has(memberName(callee) ?? '')) return undefined
  return bare(callee.object)
}

/** Whether the first argument of a registration may be a path that this tool cannot read. */
export function isLoosePath(context: Context, { file, name }: MethodCall, path: Node): boolean {
  const isName = path.type === 'Identifier' || path.type === 'MemberExpression'
  if (!isName && path.type !== 'CallExpression') return false
  const values = [...context.flow.valuesOf(file, path)]
  if (values.some(({ type }) => type === 'code' || type === 'thing')) return false
  if (name !== 'use') return true
  const text = path.type === 'Identifier' ? path.name : undefined
  const last = path.type === 'MemberExpression' ? memberName(path) : text
  return /path|route|url|uri|prefix|endpoint|pattern|mount/i.test(last ?? '')
}

/**
 * Paths that are no literals. Texts in the same file that look like patterns of 4.x are reported,
 * and if there are none, the first path.
 */
export function reportLoosePaths(context: Context): void {
  const byFile = new Map<SourceFile, MethodCall[]>()
  for (const call of context.loosePaths) {
    const known = byFile.get(call.file)
    if (known === undefined) byFile.set(call.file, [call])
    else known.push(call)
  }
  for (const calls of byFile.values()) {
    const [first] = calls as [MethodCall]
    const hasText = reportTexts(context, first)
    const isMount = calls.every(({ name }) => name === 'use')
    if (hasText || isMount) continue
    context.report(
      'path',
      first,
      'this path is not a literal, so its pattern was not read. 5.x takes no *, ?, + and () in ' +
        'paths as 4.x does; see D-001 to D-004.',
    )
  }
}

function reportTexts(context: Context, { file, callee, node: call }: MethodCall): boolean {
  const [path] = call.arguments
  const shown = `${textOf(file, callee)}(${path ? textOf(file, path) : ''}, …)`
  let isFound = false
  for (const node of file.nodes) {
    const text = node.type === 'Literal' ? stringValue(node) : undefined
    if (text === undefined || !isOldPattern(text)) continue
    if (context.hasSpotAround(file, node)) continue
    const conversion = convertPattern(text, { dialect: 4, isMount: false })
    if (conversion.type === 'same') continue
    isFound = true
    const written = conversion.type === 'string' ? `'${conversion.pattern}'` : 'another form'
    context.reportStop(
      ledgerId(text),
      { file, node },
      `'${text}' looks like a pattern of 4.x, and ${shown} registers a path that is not a ` +
        `literal. If this text becomes one, write ${written}.`,
    )
  }
  return isFound
}

/** Whether a text looks like a pattern that 5.x does not take. A glob such as '/**\/*.js' is none. */
export function isOldPattern(text: string): boolean {
  return /^(?:\*$|\/[^*]*[*(]|\/.*:\w+[?(*+])/.test(text) && !text.includes('**')
}
