import type { CallExpression, Node } from 'oxc-parser'
import { bare, isFunction, keyName, memberName, stringValue } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Analysis } from './analysis.ts'
import { carryAllExports } from './carry-modules.ts'

/**
 * Exports in the forms that compilers write: `__exportStar(require('./a'), exports)` of TypeScript,
 * `__export(exports, { a: () => a })` of esbuild, and `Object.defineProperty(exports, 'a', { get })`.
 */
export function carryCompiledExports(
  analysis: Analysis,
  file: SourceFile,
  call: CallExpression,
): void {
  const name = nameOf(call.callee)
  const [first, second, third] = call.arguments
  if (name === undefined || first === undefined || second === undefined) return
  if (/^_*exportStar$/.test(name)) {
    carryAllExports(analysis.store, file, analysis.evaluator.valuesOf(file, first))
  } else if (/^_*export\d*$/.test(name)) {
    carryGetters(analysis, file, { target: first, table: second })
  } else if (name === 'defineProperty' && third !== undefined) {
    carryProperty(analysis, file, { target: first, name: stringValue(second), descriptor: third })
  }
}

function nameOf(callee: Node): string | undefined {
  const value = bare(callee)
  if (value.type === 'Identifier') return value.name
  return value.type === 'MemberExpression' ? memberName(value) : undefined
}

/** Each member of the table is a function that returns the export. */
function carryGetters(
  { store, evaluator }: Analysis,
  file: SourceFile,
  { target, table }: { target: Node; table: Node },
): void {
  const members = bare(table)
  if (members.type !== 'ObjectExpression') return
  for (const owner of evaluator.valuesOf(file, target)) {
    if (owner.type !== 'bag' && owner.type !== 'code') continue
    for (const each of members.properties) {
      const name = each.type === 'Property' ? keyName(each) : undefined
      if (name === undefined || each.type !== 'Property' || !isFunction(each.value)) continue
      store.addToMember(owner, name, store.resultsOf(each.value))
    }
  }
}

function carryProperty(
  { store, evaluator }: Analysis,
  file: SourceFile,
  { target, name, descriptor }: { target: Node; name: string | undefined; descriptor: Node },
): void {
  const fields = bare(descriptor)
  if (name === undefined || fields.type !== 'ObjectExpression') return
  for (const owner of evaluator.valuesOf(file, target)) {
    if (owner.type !== 'bag' && owner.type !== 'code') continue
    for (const each of fields.properties) {
      if (each.type !== 'Property') continue
      const field = keyName(each)
      if (field === 'get' && isFunction(each.value)) {
        store.addToMember(owner, name, store.resultsOf(each.value))
      } else if (field === 'value') {
        store.addToMember(owner, name, evaluator.valuesOf(file, each.value))
      }
    }
  }
}
