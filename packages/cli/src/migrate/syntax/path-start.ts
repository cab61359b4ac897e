import { dirname } from 'node:path'
import type { Node } from 'oxc-parser'
import { bare, stringValue, textOf } from './nodes.ts'
import type { SourceFile } from './source-file.ts'

/** The part of a path that the source shows. */
interface PathStart {
  readonly text: string
  /** Whether it is the whole path. */
  readonly isWhole: boolean
}

/** How a path starts: `'./routes/' + name`, `${__dirname}/routes`, `path.join(__dirname, 'routes')`. */
export function pathStart(file: SourceFile, node: Node): PathStart {
  const value = bare(node)
  const text = stringValue(value)
  if (text !== undefined) return { text, isWhole: true }
  switch (value.type) {
    case 'Identifier':
      return value.name === '__dirname' ? { text: dirname(file.path), isWhole: true } : NOTHING
    case 'BinaryExpression':
      return value.operator === '+' ? joined(file, [value.left, value.right], '') : NOTHING
    case 'TemplateLiteral': {
      const parts = [...value.quasis, ...value.expressions].sort((a, b) => a.start - b.start)
      return joined(file, parts, '')
    }
    case 'TemplateElement':
      return { text: value.value.cooked ?? value.value.raw, isWhole: true }
    case 'CallExpression':
      return /^(?:path\.)?(?:join|resolve)$/.test(textOf(file, value.callee))
        ? joined(file, value.arguments, '/')
        : NOTHING
    default:
      return NOTHING
  }
}

const NOTHING: PathStart = { text: '', isWhole: false }

function joined(file: SourceFile, parts: readonly Node[], separator: string): PathStart {
  let text = ''
  for (const [index, part] of parts.entries()) {
    const start = pathStart(file, part)
    text += (index > 0 ? separator : '') + start.text
    if (!start.isWhole) return { text, isWhole: false }
  }
  return { text, isWhole: true }
}
