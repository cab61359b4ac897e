import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../../src/command.ts'
import { command } from '../../src/migrate/command.ts'
import { writeAll } from '../../src/migrate/output/write.ts'
import { createProject, readProject } from './project.ts'

const source = `const express = require('express')
const app = express()
app.get('/:id?', (req, res) => res.send(404))
app.get('/b', (req, res) => delete req.query.a)
module.exports = app
`
const manifest = '{\n\t"dependencies": { "express": "^4.17.1" }\n}\n'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function run(...args: string[]): Promise<{ status: number; output: string }> {
  let output = ''
  vi.spyOn(console, 'log').mockImplementation((text) => {
    output += `${text}\n`
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text
    return true
  })
  const status = await command.run(args)
  vi.restoreAllMocks()
  return { status, output }
}

const refused = (...args: string[]) => run(...args).catch((error: unknown) => error)

describe('webapp migrate', () => {
  it('changes files, and says what was changed, what needs a look and what to run next', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    chmodSync(join(folder, 'app.js'), 0o755)
    const { status, output } = await run(folder)
    expect(status).toBe(0)
    const text = readProject(folder, 'app.js')
    expect(text).toContain("require('webapp')")
    expect(text).toContain("app.get('/{:id}', (req, res) => res.sendStatus(404))")
    expect(statSync(join(folder, 'app.js')).mode & 0o777).toBe(0o755)
    expect(output).toContain('Changed 4 spots in 1 file:')
    expect(output).toContain("app.js:4:9  D-002  '/:id?' → '/{:id}'")
    expect(output).toMatch(/need a look:[\s\S]*app\.js:5:36 {2}D-024/)
    expect(output).toMatch(/Next:\n {2}npm install/)
    expect(readProject(folder, 'package.json')).toBe(manifest)
    expect(readdirSync(folder).sort()).toEqual(['app.js', 'package.json'])
  })

  it('changes nothing in a second run', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    await run(folder)
    const text = readProject(folder, 'app.js')
    const { output } = await run(folder)
    expect(output).toContain('Nothing to do.')
    expect(readProject(folder, 'app.js')).toBe(text)
  })

  it('shows a diff and writes nothing with --dry-run', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    const { status, output } = await run(folder, '--dry-run')
    expect(status).toBe(0)
    expect(output).toContain('Would change 4 spots')
    expect(output).toContain('--- a/app.js\n+++ b/app.js\n@@ -1,5 +1,6 @@')
    expect(output).toContain(
      "-const express = require('express')\n+const express = require('webapp')",
    )
    expect(readProject(folder, 'app.js')).toBe(source)
  })

  it('prints a diff that applies', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    const { output } = await run(folder, '--dry-run')
    writeFileSync(join(folder, 'a.diff'), output.slice(output.indexOf('--- a/')))
    execFileSync('git', ['apply', 'a.diff'], { cwd: folder })
    const applied = readProject(folder, 'app.js')
    const other = createProject({ 'app.js': source, 'package.json': manifest })
    await run(other)
    expect(applied).toBe(readProject(other, 'app.js'))
  })

  it('stays with Express and raises its range with --to express', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    await run(folder, '--to', 'express')
    expect(readProject(folder, 'app.js')).toContain("require('express')")
    expect(readProject(folder, 'app.js')).toContain("'/{:id}'")
    expect(readProject(folder, 'package.json')).toBe(manifest.replace('^4.17.1', '^5.0.0'))
    expect((await run(folder, '--to', 'express')).output).not.toContain('Changed')
  })

  it('prints JSON for other programs', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    const { output } = await run(folder, '--json', '--dry-run')
    const { rewritten, reported } = JSON.parse(output)
    expect(rewritten[0]).toMatchObject({ id: 'import', file: 'app.js', line: 1, column: 25 })
    expect(reported.map(({ id }: { id: string }) => id)).toContain('D-024')
  })

  it('refuses a working tree with changes, and takes it with --force', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
    git('init')
    const error = await refused(folder)
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toMatch(/not committed:[\s\S]*app\.js[\s\S]*--force/)
    expect(readProject(folder, 'app.js')).toBe(source)
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '-m', 'first')
    expect((await run(folder)).status).toBe(0)
    expect(String(await refused(folder))).toContain('not committed')
    expect((await run(folder, '--force')).status).toBe(0)
  })

  it('refuses a repository whose state git cannot tell, and takes it with --force', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    mkdirSync(join(folder, '.git'))
    const broken = await refused(folder)
    expect(broken).toBeInstanceOf(UsageError)
    expect(String(broken)).toMatch(/git status failed in .*: fatal: .*\n.*--force/)
    vi.stubEnv('PATH', folder)
    expect(String(await refused(folder))).toMatch(/git status failed in .*ENOENT.*\n.*--force/)
    expect(readProject(folder, 'app.js')).toBe(source)
    expect((await run(folder, '--force')).status).toBe(0)
  })

  it('runs without git outside of a repository', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    vi.stubEnv('PATH', folder)
    expect((await run(folder)).status).toBe(0)
  })

  it('refuses a working tree with more changes than git prints in a megabyte', async () => {
    const names = Array.from({ length: 6000 }, (_each, at) => `${'long-name-'.repeat(20)}${at}.txt`)
    const files = Object.fromEntries(names.map((name) => [name, '']))
    const folder = createProject({ ...files, 'app.js': source, 'package.json': manifest })
    execFileSync('git', ['init'], { cwd: folder, stdio: 'ignore' })
    expect(String(await refused(folder))).toMatch(/not committed:[\s\S]*and 5997 more/)
  })

  it('leaves files that git ignores alone', async () => {
    const folder = createProject({
      '.gitignore': 'built\n',
      'app.js': source,
      'built/app.js': source,
      'node_modules/a/index.js': source,
    })
    execFileSync('git', ['init'], { cwd: folder, stdio: 'ignore' })
    await run(folder, '--force')
    expect(readProject(folder, 'built/app.js')).toBe(source)
    expect(readProject(folder, 'node_modules/a/index.js')).toBe(source)
  })

  it.each([
    [['no-such-folder'], /there is no folder .*no-such-folder/],
    [['--to', '6'], /--to is '6', but must be 5, 4 or express/],
    [['--from', '2'], /--from is '2', but must be 3, 4 or 5/],
    [['a', 'b'], /one folder at a time/],
    [['--nonsense'], /Unknown option '--nonsense'.*--help/],
  ])('%j is a mistake with a message', async (args, message) => {
    const error = await refused(...args)
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toMatch(message)
  })

  it('refuses a file, an empty folder, and an older dialect', async () => {
    const folder = createProject({ 'app.js': source.replace('^4', '^5'), 'a/b.txt': '' })
    writeFileSync(join(folder, 'package.json'), manifest.replace('^4.17.1', '^5.0.0'))
    expect(String(await refused(join(folder, 'app.js')))).toMatch(/is a file/)
    expect(String(await refused(join(folder, 'a')))).toMatch(/no JavaScript or TypeScript files/)
    expect(String(await refused(folder, '--to', '4'))).toMatch(/for Express 5, and --to 4 is older/)
  })

  it('changes nothing if a file does not parse', async () => {
    const folder = createProject({ 'app.js': source, 'b.js': "require('express'\nfoo" })
    const error = await refused(folder)
    expect(String(error)).toMatch(/b\.js:2:1: .*--skip .*b\.js.*Nothing was changed/)
    expect(readProject(folder, 'app.js')).toBe(source)
    expect((await run(folder, '--skip', join(folder, 'b.js'))).status).toBe(0)
  })

  it('passes over files that do not parse and are not about Express', async () => {
    const folder = createProject({ 'app.js': source, 'b.js': 'let = = 1' })
    const { output } = await run(folder)
    expect(output).toMatch(/Not read[\s\S]*b\.js/)
  })

  it('verifies with the tests of the program, before and after', async () => {
    const folder = createProject({
      'app.js': source,
      'package.json': JSON.stringify({ scripts: { test: 'node test.cjs' } }),
      'test.cjs':
        "require('fs').appendFileSync('runs', require('fs').readFileSync('app.js', 'utf8').includes('sendStatus') ? 'after ' : 'before ')",
    })
    expect(String(await refused(folder, '--verify'))).toMatch(/needs webapp\. Install first/)
    mkdirSync(join(folder, 'node_modules/webapp'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/webapp/index.js'), '')
    expect((await run(folder, '--verify')).status).toBe(0)
    expect(readProject(folder, 'runs')).toBe('before after ')
  })

  it('reports tests that fail after the change, and refuses those that fail before', async () => {
    const files = (test: string) => ({
      'app.js': source,
      'node_modules/webapp/index.js': '',
      'package.json': JSON.stringify({ scripts: { test: 'node test.cjs' } }),
      'test.cjs': test,
    })
    const failing = createProject(files('process.exit(1)'))
    expect(String(await refused(failing, '--verify'))).toMatch(/fail before.*Nothing was changed/)
    expect(readProject(failing, 'app.js')).toBe(source)
    const after = createProject(
      files(
        "process.exit(require('fs').readFileSync('app.js', 'utf8').includes('sendStatus') ? 1 : 0)",
      ),
    )
    expect((await run(after, '--verify')).status).toBe(1)
    const none = createProject({ 'app.js': source, 'package.json': '{}' })
    expect(String(await refused(none, '--verify'))).toMatch(/no test script/)
  })
})

describe('writing', () => {
  it('restores everything if one file fails', () => {
    const folder = createProject({ 'a.js': 'a', 'b.js': 'b' })
    const write = (name: string, before: string) => {
      return { path: join(folder, name), before, after: 'new' }
    }
    expect(() => writeAll([write('a.js', 'a'), write('b.js', 'other')], folder)).toThrow(
      /b\.js changed while it was migrated\. Nothing was changed/,
    )
    expect(() => writeAll([write('a.js', 'a'), write('c.js', 'c')], folder)).toThrow(
      /Nothing was changed/,
    )
    expect(readProject(folder, 'a.js')).toBe('a')
    expect(readdirSync(folder).sort()).toEqual(['a.js', 'b.js'])
    expect(existsSync(join(folder, 'c.js'))).toBe(false)
  })

  it('keeps the bytes of a file that is not UTF-8', async () => {
    const folder = createProject({ 'package.json': manifest })
    const bytes = Buffer.from("// caf\xe9\nconst e = require('express')\n", 'latin1')
    writeFileSync(join(folder, 'app.js'), bytes)
    expect((await run(folder)).status).toBe(0)
    const written = readFileSync(join(folder, 'app.js'))
    expect(written).toEqual(Buffer.from("// caf\xe9\nconst e = require('webapp')\n", 'latin1'))
  })

  it('says that package.json changes, also if no source does', async () => {
    const folder = createProject({ 'app.js': "require('express')()\n", 'package.json': manifest })
    const dry = await run(folder, '--to', 'express', '--dry-run')
    expect(dry.output).toContain('Would change the range of Express in package.json.')
    const { output } = await run(folder, '--to', 'express')
    expect(output).toContain('Changed the range of Express in package.json.')
    expect(output).toContain('npm install   # Express 5')
    expect(output).not.toContain('Nothing to do.')
    expect((await run(folder, '--to', 'express')).output).toContain('Nothing to do.')
  })

  it('names the version if package.json has no range that it can raise', async () => {
    const odd = manifest.replace('^4.17.1', 'github:expressjs/express#4.x')
    const folder = createProject({ 'app.js': source, 'package.json': odd })
    expect((await run(folder, '--to', 'express')).output).toContain('npm install express@5')
  })

  it.each(['>=4.17.1 <5', '4.x || ^3.0.0', '~4.16', '4'])(
    'raises the range %s, so that a second run changes nothing',
    async (range) => {
      const old = manifest.replace('^4.17.1', range)
      const folder = createProject({ 'app.js': source, 'package.json': old })
      await run(folder, '--to', 'express')
      expect(readProject(folder, 'package.json')).toBe(manifest.replace('^4.17.1', '^5.0.0'))
      const text = readProject(folder, 'app.js')
      expect((await run(folder, '--to', 'express')).output).toContain('Nothing to do.')
      expect(readProject(folder, 'app.js')).toBe(text)
    },
  )

  it('leaves scripts and ranges of Express 5 as they are', async () => {
    const text = '{ "scripts": { "express": "node 4" }, "dependencies": { "express": "^4 || ^5" } }'
    const folder = createProject({ 'app.js': source, 'package.json': text })
    await run(folder, '--to', 'express', '--from', '4')
    expect(readProject(folder, 'package.json')).toBe(text)
  })

  const workspace = {
    'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
    'packages/api/package.json': manifest,
    'packages/api/app.js': source,
    'packages/web/package.json': manifest,
    'packages/web/src/app.js': source,
    'packages/lib/package.json': '{ "name": "lib" }',
    'packages/lib/index.js': '',
  }

  it('raises the ranges of all workspaces, so that a second run changes nothing', async () => {
    const folder = createProject(workspace)
    const { output } = await run(folder, '--to', 'express')
    expect(output).toContain('in packages/api/package.json, packages/web/package.json.')
    for (const name of ['packages/api/package.json', 'packages/web/package.json']) {
      expect(readProject(folder, name)).toBe(manifest.replace('^4.17.1', '^5.0.0'))
    }
    expect(readProject(folder, 'package.json')).toBe(workspace['package.json'])
    expect((await run(folder, '--to', 'express')).output).toContain('Nothing to do.')
  })

  it('names the workspaces in the commands to run next', async () => {
    const { output } = await run(createProject(workspace))
    expect(output).toContain(
      'npm install <path of the webapp tarball> -w packages/api -w packages/web\n',
    )
    expect(output).toContain(
      'npm uninstall express @types/express -w packages/api -w packages/web\n',
    )
    const { output: other } = await run(createProject({ ...workspace, 'package.json': manifest }))
    expect(other).toContain(
      '  npm uninstall express @types/express\n' +
        '  npm uninstall express @types/express --prefix packages/api\n',
    )
  })

  it('refuses to verify a program whose package.json is not JSON', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': '{ "scripts": ' })
    const error = await refused(folder, '--from', '4', '--verify')
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toContain('is not valid JSON')
    expect(readProject(folder, 'app.js')).toBe(source)
  })
})

describe('symbolic links', () => {
  const commit = (folder: string) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
    git('init')
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '-m', 'first')
  }

  it.each([true, false])('to files outside are not followed (tracked: %s)', async (isTracked) => {
    const outside = createProject({ 'shared.js': source, 'lib/other.js': source })
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    symlinkSync(join(outside, 'shared.js'), join(folder, 'shared.js'))
    symlinkSync(join(outside, 'lib'), join(folder, 'lib'))
    if (isTracked) commit(folder)
    const { output } = await run(folder, '--json')
    expect(readProject(folder, 'app.js')).toContain("require('webapp')")
    expect(readProject(outside, 'shared.js')).toBe(source)
    expect(readProject(outside, 'lib/other.js')).toBe(source)
    expect(readdirSync(outside).sort()).toEqual(['lib', 'shared.js'])
    expect(lstatSync(join(folder, 'shared.js')).isSymbolicLink()).toBe(true)
    expect(JSON.parse(output)).toMatchObject({ read: 1, outside: ['shared.js'] })
  })

  it('are named if they lead outside', async () => {
    const outside = createProject({ 'shared.js': source })
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    symlinkSync(join(outside, 'shared.js'), join(folder, 'shared.js'))
    const { output } = await run(folder)
    expect(output).toMatch(/Not read, because they are symbolic links out .*:\n {2}shared\.js\n/)
  })

  it('in place of a tracked folder are not followed', async () => {
    const outside = createProject({ 'a.js': source })
    const folder = createProject({
      'app.js': source,
      'package.json': manifest,
      'lib/a.js': source,
    })
    commit(folder)
    rmSync(join(folder, 'lib'), { recursive: true })
    symlinkSync(outside, join(folder, 'lib'))
    await run(folder, '--force')
    expect(readProject(outside, 'a.js')).toBe(source)
  })

  it('to the folder above are not followed', async () => {
    const folder = createProject({ 'shared/a.js': source, 'app/app.js': source })
    symlinkSync('../../shared/a.js', join(folder, 'app/a.js'))
    await run(join(folder, 'app'))
    expect(readProject(folder, 'shared/a.js')).toBe(source)
  })

  it.each([true, false])('inside change their target once (tracked: %s)', async (isTracked) => {
    const folder = createProject({
      'app.js': source,
      'lib/a.js': "module.exports = (web) => { web.get('/:id?', (q, s) => s.send(404)) }\n",
      'index.js':
        "const web = require('express')()\nrequire('./b')(web)\nrequire('./more/a')(web)\n",
      'package.json': manifest,
    })
    symlinkSync('lib/a.js', join(folder, 'b.js'))
    symlinkSync('lib', join(folder, 'more'))
    if (isTracked) commit(folder)
    const { output } = await run(folder, '--json')
    // The application is followed through the links.
    expect(readProject(folder, 'lib/a.js')).toBe(
      "module.exports = (web) => { web.get('/{:id}', (q, s) => s.sendStatus(404)) }\n",
    )
    expect(lstatSync(join(folder, 'b.js')).isSymbolicLink()).toBe(true)
    expect(JSON.parse(output)).toMatchObject({ read: 3, outside: [] })
    expect(JSON.parse((await run(folder, '--json', '--force')).output).rewritten).toEqual([])
  })

  it('may lead to the folder itself', async () => {
    const folder = createProject({ 'program/app.js': source, 'program/package.json': manifest })
    symlinkSync('program', join(folder, 'link'))
    await run(join(folder, 'link'))
    expect(readProject(folder, 'program/app.js')).toContain("require('webapp')")
  })

  it('to nothing and to themselves are passed over', async () => {
    const folder = createProject({ 'app.js': source, 'package.json': manifest })
    symlinkSync('lost.js', join(folder, 'a.js'))
    symlinkSync('b.js', join(folder, 'b.js'))
    expect((await run(folder)).status).toBe(0)
  })

  it('in place of package.json are not followed', async () => {
    const outside = createProject({ 'package.json': manifest })
    const folder = createProject({ 'app.js': source })
    symlinkSync(join(outside, 'package.json'), join(folder, 'package.json'))
    const { output } = await run(folder, '--to', 'express')
    expect(readProject(outside, 'package.json')).toBe(manifest)
    expect(output).toContain('npm install express@5')
  })

  it('that appear while files are written are not followed', () => {
    const outside = createProject({ 'a.js': 'a' })
    const folder = createProject({ 'b.js': 'b' })
    symlinkSync(join(outside, 'a.js'), join(folder, 'a.js'))
    const writes = ['b', 'a'].map((name) => ({
      path: join(folder, `${name}.js`),
      before: name,
      after: 'new',
    }))
    expect(() => writeAll(writes, folder)).toThrow(/a\.js leads to .*Nothing was changed/)
    expect(readProject(outside, 'a.js')).toBe('a')
    expect(readProject(folder, 'b.js')).toBe('b')
    expect(readdirSync(folder).sort()).toEqual(['a.js', 'b.js'])
  })
})
