import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allowed, findLeftOvers, renameIn, rules } from '../release/names.ts'
import { listFiles, renameAll } from '../release/rename.ts'
import { type Names, readSettings } from '../release/settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const from = readSettings(root).names
const to: Names = {
  framework: 'another-name',
  cli: 'another-name-cli',
  create: 'create-another-name',
  command: 'another-name',
}
const { framework, cli, create, command } = from
const texts = listFiles(root)
  .filter(
    (path) => /\.(?:[cm]?[jt]sx?|json|md|ya?ml)$|Dockerfile$/.test(path) && path !== 'release.json',
  )
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

describe('renaming', () => {
  it.each([
    [
      'a.ts',
      `import app, { Router } from '${framework}'`,
      "import app, { Router } from 'another-name'",
    ],
    ['a.cjs', `const x = require("${framework}/v4")`, 'const x = require("another-name/v4")'],
    ['a.ts', `await import('${framework}/ws')`, "await import('another-name/ws')"],
    ['a.ts', `declare module '${framework}' {}`, "declare module 'another-name' {}"],
    ['a.ts', `'${framework}/register: Node cannot'`, "'another-name/register: Node cannot'"],
    [
      'a.md',
      `npm install ${framework} && npx ${command} dev`,
      'npm install another-name && npx another-name dev',
    ],
    ['a.md', `npm install -D ${cli}`, 'npm install -D another-name-cli'],
    [
      'a.md',
      `npm create ${create.replace('create-', '')} my-app`,
      'npm create another-name my-app',
    ],
    [
      'a.md',
      `node --require ${framework}/register app.js`,
      'node --require another-name/register app.js',
    ],
    ['a.ts', `\`Usage: ${command} routes\``, '`Usage: another-name routes`'],
    [
      'a.ts',
      `folder + 'node_modules/${framework}/dist'`,
      "folder + 'node_modules/another-name/dist'",
    ],
    ['a.md', `vendor/${framework}-0.1.0.tgz`, 'vendor/another-name-0.1.0.tgz'],
    ['package.json', `  "name": "${framework}",`, '  "name": "another-name",'],
    ['package.json', `    "${framework}": "^1.0.0"`, '    "another-name": "^1.0.0"'],
  ])('replaces the name of the package: %s %s', (path, text, renamed) => {
    expect(renameIn(path, text, from, to)).toBe(renamed)
    expect(findLeftOvers(path, renamed, from, to)).toEqual([])
  })

  it.each([
    'const app = webapp()',
    'webapp.Router()',
    "channel('webapp.request')",
    'process.env.WEBAPP_DIALECT',
    "'X-Powered-By: webapp'",
    'packages/webapp/dist',
    'webapp.request.example',
    "Symbol.for('webapp.register')",
    "mkdtempSync('webapp-tests-')",
  ])('keeps the interface and the folders: %s', (text) => {
    expect(renameIn('a.ts', text, from, to)).toBe(text)
  })

  it('finds what is left over', () => {
    const [one] = findLeftOvers('docs/a.md', `first\nuse \`npx ${framework}\``, from, to)
    expect(one).toEqual({ path: 'docs/a.md', line: 2, text: `use \`npx ${framework}\`` })
  })

  it('leaves nothing over in this repository', () => {
    const { changed, leftOvers } = renameAll(root, { from, to, isDry: true })
    expect(leftOvers).toEqual([])
    expect(changed).toBeGreaterThan(300)
  })

  it('can be undone: no two places of this repository become the same', () => {
    const different = texts.filter(([path, text]) => {
      return renameIn(path, renameIn(path, text, from, to), to, from) !== text
    })
    expect(different.map(([path]) => path)).toEqual([])
  })

  it('uses every rule, and every reason to keep a name', () => {
    const unused = rules.filter(
      (rule) =>
        !texts.some(
          ([path, text]) => (rule.files?.test(path) ?? true) && rule.pattern(from).test(text),
        ),
    )
    expect(unused.map(({ id }) => id)).toEqual([])
    const unneeded = allowed.filter(
      ({ line, files }) =>
        !texts.some(([path, text]) => (files?.test(path) ?? true) && line.test(text)),
    )
    expect(unneeded).toEqual([])
  })
})
