import type { Node } from 'oxc-parser'
import { bare, isSimple, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { isInBlock } from './calls.ts'

/** The statement that stores a new application, directly or in a chain of assignments. */
export interface Store {
  readonly statement: Node
  /** A name or a member for the application: `app` in `var app = module.exports = express()`. */
  readonly name: string
  /** How the statement declares a variable, if it does. */
  readonly keyword: string | undefined
  /** Whether the statement always stores it, unlike `app ||= express()`. */
  readonly isCertain: boolean
}

/** Finds where `express()` is stored: `let a = exports.b = express()`, `module.exports = app = …`. */
export function storeOf(file: SourceFile, call: Node): Store | undefined {
  const names: Node[] = []
  let isCertain = true
  let at = call
  let holder = file.parents.get(at)
  while (holder && bare(holder) === bare(at)) {
    at = holder
    holder = file.parents.get(at)
  }
  while (holder?.type === 'AssignmentExpression' && holder.right === at) {
    names.push(holder.left)
    isCertain &&= holder.operator === '='
    at = holder
    holder = file.parents.get(at)
  }
  const declarator = holder?.type === 'VariableDeclarator' ? holder : undefined
  if (declarator) names.push(declarator.id)
  const declaration = declarator && file.parents.get(declarator)
  const outer = declaration && file.parents.get(declaration)
  const statement = outer?.type === 'ExportNamedDeclaration' ? outer : (declaration ?? holder)
  if (statement === undefined || !isInBlock(file, statement)) return undefined
  if (!declarator && statement.type !== 'ExpressionStatement') return undefined
  const name = nameAmong(file, names)
  if (name === undefined) return undefined
  const keyword = declaration?.type === 'VariableDeclaration' ? declaration.kind : undefined
  return { statement, name, keyword, isCertain }
}

/** A variable, or else a member that can be read again. */
function nameAmong(file: SourceFile, names: readonly Node[]): string | undefined {
  for (const each of names) if (each.type === 'Identifier') return each.name
  const member = names.find((each) => each.type === 'MemberExpression' && isSimple(each))
  return member && textOf(file, member)
}
