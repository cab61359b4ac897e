import type { Node } from 'oxc-parser'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { endWithComment } from './calls.ts'
import type { Context } from './context.ts'
import { storeOf } from './stored-applications.ts'

/** D-019: applications that read queries keep the parser that nests them. */
export function keepQueryParser(context: Context): void {
  const texts = context.files.map(({ text }) => text)
  if (texts.some((text) => /['"]query parser['"]/.test(text))) return
  if (!texts.some((text) => /\.query\b(?!\s*\()|\.param\(|\{[^{}]*\bquery\b[^{}]*\}/.test(text)))
    return
  for (const file of context.files) {
    for (const node of file.nodes) {
      if (node.type !== 'CallExpression') continue
      const subject = context.subject(file, node.callee, 'factory', 'createServer')
      if (subject && context.moves(subject.dialect, 5)) keepIn(context, file, node, subject.isSure)
    }
  }
}

/** D-063: in development, 3.x sends JSON with spaces. */
export function keepJsonSpaces(context: Context): void {
  const isSent = context.files.some(({ text }) => /\.(?:jsonp?|send)\(/.test(text))
  if (!isSent || context.files.some(({ text }) => /['"]json spaces['"]/.test(text))) return
  for (const file of context.files) {
    for (const node of file.nodes) {
      if (node.type !== 'CallExpression') continue
      const subject = context.subject(file, node.callee, 'factory', 'createServer')
      if (!subject || !context.moves(subject.dialect, 4)) continue
      const advice =
        "in development, 3.x sends JSON with spaces. app.set('json spaces', 2) keeps them."
      addStatement(
        context,
        { id: 'D-063', file, node, isSure: subject.isSure },
        {
          advice,
          text: 'the spaces in JSON during development are kept',
          write: (name) =>
            `if (${name}.get(${quoted(file, 'env')}) === ${quoted(file, 'development')}) ` +
            `${name}.set(${quoted(file, 'json spaces')}, 2)`,
        },
      )
    }
  }
}

function keepIn(context: Context, file: SourceFile, node: Node, isSure: boolean): void {
  const setting = `${quoted(file, 'query parser')}, ${quoted(file, 'extended')}`
  const isAdded = addStatement(
    context,
    { id: 'D-019', file, node, isSure },
    {
      advice: `queries are flat in 5.x: set(${setting}) keeps names such as a[b]=1 nested.`,
      text: `set(${setting}) added: the default of 5.x does not nest a[b]=1`,
      write: (name) => `${name}.set(${setting})`,
    },
  )
  if (!isAdded) return
  context.reportOnce(
    'D-025',
    { file, node },
    'in 5.x the extended parser makes an object of an array with more than 20 items.',
  )
}

/** Adds a statement after the one that stores an application. Returns whether there is one. */
function addStatement(
  context: Context,
  { id, file, node, isSure }: { id: string; file: SourceFile; node: Node; isSure: boolean },
  { advice, text, write }: { advice: string; text: string; write: (name: string) => string },
): boolean {
  const store = storeOf(file, node)
  if (store === undefined) {
    context.report(id, { file, node }, advice)
    return false
  }
  const { statement, name } = store
  const lineStart = file.text.lastIndexOf('\n', statement.start - 1) + 1
  const indentation = /^[ \t]*/.exec(file.text.slice(lineStart))?.[0] ?? ''
  const end = file.text[statement.end - 1] === ';' ? ';' : ''
  const newline = file.text.includes('\r\n') ? '\r\n' : '\n'
  const added = `${newline}${indentation}${write(name)}${end}`
  const at = endWithComment(file, statement)
  const edits = [{ start: at, end: at, text: added }]
  context.rewrite(id, { file, node, isSure }, { text, edits, advice })
  return true
}
