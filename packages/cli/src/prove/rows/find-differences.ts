import type { Node } from 'oxc-parser'
import type { Flow } from '../../migrate/flow/flow.ts'
import type { Dialect } from '../../migrate/flow/values.ts'
import { bare, memberName, numberValue, stringValue } from '../../migrate/syntax/nodes.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import { partsOf } from '../inventory/collect.ts'
import { rowName } from '../inventory/surface.ts'
import { memberOfUse, type Use } from '../inventory/use.ts'
import { DIFFERENCES, type Look } from './differences.ts'
import { listsMembers } from './forms.ts'
import type { Found } from './found.ts'
import { differsIn } from './ledgers.ts'

interface Indexed {
  readonly row: string
  readonly look: Look
}

const index = new Map<string, Indexed[]>()
for (const [row, { looks }] of Object.entries(DIFFERENCES)) {
  for (const look of looks) {
    for (const member of look.members) {
      index.set(member, [...(index.get(member) ?? []), { row, look }])
    }
  }
}

/** Finds the uses that rows of docs/differences.md concern, in the dialect that `to` gives to each. */
export function findDifferences(
  flow: Flow,
  uses: readonly Use[],
  to: (from: Dialect) => Dialect,
): Found[] {
  return uses.flatMap((use) => {
    const member = memberOfUse(use)
    return (index.get(rowName(member)) ?? []).flatMap(({ row, look }): Found[] => {
      if (!differsIn(row, to(use.dialect)) || !look.form(use, flow)) return []
      const { file, node: at, isSure } = use
      return [{ row, file, at, member, isSure, advice: look.advice }]
    })
  })
}

/** Code that rows concern although it takes no member of the interface. */
export function findOtherCode(
  flow: Flow,
  files: readonly SourceFile[],
  { to, isProgram }: { to: Dialect; isProgram: boolean },
): Found[] {
  const found: Found[] = []
  const add = (row: string, file: SourceFile, at: Node, { member = '', isSure = true } = {}) => {
    const [look] = DIFFERENCES[row]?.looks ?? []
    if (look !== undefined && differsIn(row, to)) {
      found.push({ row, file, at, member, isSure, advice: look.advice })
    }
  }
  for (const file of files) {
    for (const node of file.nodes) {
      const listed = listsMembers(file, node)
      const [request] = listed ? partsOf(flow.valuesOf(file, listed)).filter(isRequest) : []
      if (request !== undefined) {
        add('W-023', file, node, { member: 'own members of req', isSure: request.isSure })
      }
      // Packages that end the process or write a log do not depend on who handles a rejection.
      if (isProgram && listensToRejections(node)) add('W-021', file, node, { member: 'process.on' })
      if (setsOddStatus(flow, file, node)) {
        add('W-030', file, node, { member: 'status of an error', isSure: false })
      }
    }
  }
  return found
}

function isRequest({ owner }: { owner: string }): boolean {
  return owner === 'req'
}

function listensToRejections(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = bare(node.callee)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  const isListener = /^(?:on|once|addListener|prependListener)$/.test(memberName(callee) ?? '')
  const event = stringValue(node.arguments[0])
  return isListener && callee.object.name === 'process' && event === 'unhandledRejection'
}

/** `err.status = '404'`, on something that is not a part of Express. */
function setsOddStatus(flow: Flow, file: SourceFile, node: Node): boolean {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return false
  if (memberName(node.left) !== 'status') return false
  if (!/^_*(?:e|err|error|ex)\d*$/i.test(nameOf(node.left.object))) return false
  if (partsOf(flow.valuesOf(file, node.left.object)).length > 0) return false
  const text = stringValue(bare(node.right))
  if (text !== undefined) return /^\d+$/.test(text)
  const status = numberValue(bare(node.right))
  return status !== undefined && (status < 400 || status > 599)
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : ''
}
