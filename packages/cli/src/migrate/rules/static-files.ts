import { existsSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { bare, hasKey, keyName, stringValue, textOf } from '../syntax/nodes.ts'
import { pathStart } from '../syntax/path-start.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { methodCallOf, replace } from './calls.ts'
import type { Context } from './context.ts'

/** D-051, D-052 */
export function migrateStatic(
  context: Context,
  file: SourceFile,
  node: CallExpression,
  { isSure }: Subject,
): void {
  const [root, given] = node.arguments
  const options = given && bare(given)
  if (options?.type === 'ObjectExpression') {
    for (const property of options.properties) {
      if (property.type !== 'Property' || keyName(property) !== 'hidden') continue
      const value = bare(property.value)
      const dotfiles = `dotfiles: ${quoted(file, 'allow')}`
      const isOn = value.type === 'Literal' && value.value === true
      if (isOn && !hasKey(options, 'dotfiles')) {
        context.rewrite(
          'D-052',
          { file, node: property, isSure },
          {
            text: `hidden: true → ${dotfiles}`,
            edits: [replace(property, dotfiles)],
          },
        )
      } else {
        context.report(
          'D-052',
          { file, node: property },
          "5.x ignores hidden: use dotfiles: 'allow'.",
        )
      }
      return
    }
    if (hasKey(options, 'dotfiles')) return
  }
  if (root) reportDotFolders(context, file, node, root)
}

/** D-051: folders with a leading dot that a static folder has, or may have. */
function reportDotFolders(
  context: Context,
  file: SourceFile,
  node: CallExpression,
  root: Node,
): void {
  const found = dotFolders(file, root)
  if (found?.length === 0) return
  const start = '5.x does not serve folders whose name starts with a dot'
  const mount = `mount it on its own: app.use(${mountPath(file, node)}/.well-known', express.static(…, { dotfiles: 'allow' })).`
  // Advice to serve other folders could publish .git.
  const advice =
    found === undefined || found.includes('.well-known')
      ? `If clients need .well-known, ${mount}`
      : 'There are some in this one, which is only a loss if clients need them.'
  context.report('D-051', { file, node }, `${start}. ${advice}`)
}

/** The start of the literal for a path below the mount path of a call, with its quote. */
function mountPath(file: SourceFile, node: CallExpression): string {
  const use = file.parents.get(node)
  const call = use && methodCallOf(file, use)
  const path = call?.name === 'use' ? call.given?.[0] : undefined
  if (path === undefined || path === node) return "'"
  const text = stringValue(path)
  return text === undefined ? `${textOf(file, path)} + '` : `'${text.replace(/\/$/, '')}`
}

/** The folders with a leading dot in a folder, if the source names the folder plainly. */
function dotFolders(file: SourceFile, root: Node): string[] | undefined {
  const { text, isWhole } = pathStart(file, root)
  const folder = resolve(text)
  if (!isWhole || !existsSync(folder) || !statSync(folder).isDirectory()) return undefined
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('.'))
    .map(({ name }) => name)
}
