import type { Node } from 'oxc-parser'
import type { SourceFile } from './source-file.ts'

const preferred = new WeakMap<SourceFile, "'" | '"'>()

/** A string literal in the quotes of the literal that it replaces, or in those of the file. */
export function quoted(file: SourceFile, text: string, replaced?: Node): string {
  const first = replaced?.type === 'Literal' ? file.text[replaced.start] : undefined
  const quote = first === "'" || first === '"' ? first : quoteOf(file)
  return quote + text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`) + quote
}

/** The quotes that most string literals of a file have. */
function quoteOf(file: SourceFile): "'" | '"' {
  const known = preferred.get(file)
  if (known !== undefined) return known
  let lead = 0
  for (const node of file.nodes) {
    if (node.type !== 'Literal' || typeof node.value !== 'string') continue
    // The attributes of JSX have a style of their own.
    if (file.parents.get(node)?.type === 'JSXAttribute') continue
    lead += file.text[node.start] === '"' ? 1 : -1
  }
  const quote = lead > 0 ? '"' : "'"
  preferred.set(file, quote)
  return quote
}
