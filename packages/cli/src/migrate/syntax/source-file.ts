import { extname } from 'node:path'
import { type Comment, type Node, type Program, parseSync, visitorKeys } from 'oxc-parser'

/** A parsed file. Offsets count from the start of `text`, which has no byte order mark. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly hasBom: boolean
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly isModule: boolean
  readonly isTypeScript: boolean
  /** Every node in source order, parents before their children. */
  readonly nodes: readonly Node[]
  readonly parents: ReadonlyMap<Node, Node>
}

/** The place and the message of the first error that the parser found. */
export interface SyntaxProblem {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

export const EXTENSIONS: readonly string[] = [
  '.js',
  '.cjs',
  '.mjs',
  '.jsx',
  '.ts',
  '.cts',
  '.mts',
  '.tsx',
]

export function parseFile(path: string, content: string): SourceFile | SyntaxProblem {
  const hasBom = content.startsWith('\uFEFF')
  const text = hasBom ? content.slice(1) : content
  const attempts = parserOptionsFor(path).map((options) =>
    parseSync(path, text, { ...options, preserveParens: false }),
  )
  const result = attempts.find(({ errors }) => errors.length === 0)
  if (result === undefined) return describeProblem(path, text, attempts[0]?.errors[0])
  const { program, comments, module } = result
  const isTypeScript = /\.[cm]?tsx?$/.test(path)
  const { nodes, parents } = indexNodes(program)
  const isModule = module.hasModuleSyntax
  return { path, text, hasBom, program, comments, isModule, isTypeScript, nodes, parents }
}

export function isProblem(parsed: SourceFile | SyntaxProblem): parsed is SyntaxProblem {
  return 'message' in parsed
}

/** A line and a column, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Finds the positions of offsets in a text, whose lines are counted once. */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const line = countUpTo(starts, (start) => start <= offset)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** The position of one offset. */
export function positionAt(text: string, offset: number): Position {
  return createPositions(text)(offset)
}

/** The number of items at the start of a sorted list for which a condition holds. */
export function countUpTo<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

type Options = NonNullable<Parameters<typeof parseSync>[2]>

/** A `.js` file does not say which grammar it has, so several are tried. */
function parserOptionsFor(path: string): Options[] {
  if (path.endsWith('.tsx')) return [{ lang: 'tsx' }]
  if (/\.d\.[cm]?ts$/.test(path)) return [{ lang: 'dts' }]
  if (/\.[cm]?ts$/.test(path)) return [{ lang: 'ts' }]
  if (extname(path) === '.mjs') return [{ lang: 'jsx', sourceType: 'module' }]
  if (extname(path) === '.cjs') return [{ lang: 'jsx', sourceType: 'commonjs' }]
  return [
    { lang: 'jsx', sourceType: 'unambiguous' },
    { lang: 'jsx', sourceType: 'commonjs' },
  ]
}

function describeProblem(
  path: string,
  text: string,
  error: { message: string; labels: readonly { start: number }[] } | undefined,
): SyntaxProblem {
  const position = positionAt(text, error?.labels[0]?.start ?? 0)
  return { path, ...position, message: error?.message ?? 'the parser gave up' }
}

function indexNodes(program: Program): Pick<SourceFile, 'nodes' | 'parents'> {
  const nodes: Node[] = []
  const parents = new Map<Node, Node>()
  const stack: Node[] = [program]
  while (stack.length > 0) {
    const node = stack.pop() as Node
    nodes.push(node)
    for (const child of childrenOf(node).reverse()) {
      parents.set(child, node)
      stack.push(child)
    }
  }
  return { nodes, parents }
}

export function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Record<string, unknown>
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = fields[key]
    const list = Array.isArray(value) ? value : [value]
    return list.filter((each): each is Node => typeof each?.type === 'string')
  })
}
