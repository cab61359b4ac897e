import type { Comment, Node } from 'oxc-parser'
import { isFunction, parameterName, parameterTarget } from '../syntax/nodes.ts'
import { countUpTo, type SourceFile } from '../syntax/source-file.ts'

/** A type such as `import('express').Request`; without a name it is `typeof import('express')`. */
interface DocType {
  readonly specifier: string
  readonly name: string
}

/** Calls back for each variable and parameter that a JSDoc comment gives a type of a module. */
export function readDocTypes(
  file: SourceFile,
  found: (identifier: Node, type: DocType) => void,
): void {
  const comments = file.comments.filter(({ type, value }) => type === 'Block' && /^\*/.test(value))
  if (!comments.some(({ value }) => value.includes('import('))) return
  for (const node of file.nodes) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      const comment = commentBefore(file, comments, statementOf(file, node))
      const type = comment && /@type\s*\{([^}]*)\}/.exec(comment.value)?.[1]
      const read = type && readType(type)
      if (read) found(node.id, read)
    }
    if (!isFunction(node)) continue
    const comment = commentBefore(file, comments, statementOf(file, node))
    for (const [, type = '', name] of comment?.value.matchAll(PARAM) ?? []) {
      const parameter = node.params.find((each) => parameterName(each) === name)
      const read = readType(type)
      if (parameter && read) found(parameterTarget(parameter), read)
    }
  }
}

const PARAM = /@param\s*\{([^}]*)\}\s*\[?(\w+)/g

function readType(text: string): DocType | undefined {
  const match = /^\s*(typeof\s+)?import\(\s*['"]([^'"]+)['"]\s*\)(?:\.(\w+))?/.exec(text)
  if (match === null) return undefined
  const [, isTypeOf, specifier = '', name = ''] = match
  return isTypeOf ? { specifier, name: '' } : { specifier, name: name || '?' }
}

/** The outermost node that starts with a declaration: `export const a = …`, `module.exports = …`. */
function statementOf(file: SourceFile, node: Node): Node {
  let at = node
  for (;;) {
    const parent = file.parents.get(at)
    const isOuter =
      parent?.type === 'VariableDeclarator' ||
      parent?.type === 'VariableDeclaration' ||
      parent?.type === 'AssignmentExpression' ||
      parent?.type === 'ExpressionStatement' ||
      parent?.type === 'ExportNamedDeclaration' ||
      parent?.type === 'ExportDefaultDeclaration' ||
      parent?.type === 'MethodDefinition' ||
      parent?.type === 'Property'
    if (!isOuter || parent === undefined) return at
    at = parent
  }
}

function commentBefore(
  file: SourceFile,
  comments: readonly Comment[],
  node: Node,
): Comment | undefined {
  const before = comments[countUpTo(comments, ({ end }) => end <= node.start) - 1]
  const isNext = before && !/\S/.test(file.text.slice(before.end, node.start))
  return isNext ? before : undefined
}
