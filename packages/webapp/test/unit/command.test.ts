import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

// The program of the built package, as package managers install it.

const PACKAGE = join(__dirname, '../..')

describe('the program of the package', () => {
  let folder: string

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-command-')))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function write(path: string, content: string | object): void {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }

  /** Installs the package in a folder, with fields of its manifest. */
  function install(place: string, fields: object = {}): void {
    write(`${place}/package.json`, { name: 'webapp', version: '1.2.3', ...fields })
    cpSync(join(PACKAGE, 'dist/command.js'), join(folder, place, 'dist/command.js'))
  }

  /** Installs a command line that prints its arguments. */
  function installCommands(place: string): void {
    write(`${place}/package.json`, { type: 'module', bin: { webapp: './main.js' } })
    write(
      `${place}/main.js`,
      "console.log('commands', ...process.argv.slice(2))\nprocess.exitCode = 3\n",
    )
  }

  function link(target: string, path: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(folder, target), join(folder, path))
  }

  function run(program: string, cwd = folder) {
    const args = [join(folder, program), 'dev', '--port', '1']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('says in one line how the commands are installed', () => {
    install('node_modules/webapp', { published: {} })
    expect(run('node_modules/webapp/dist/command.js')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'webapp: the commands are in the package @webapp/cli, which is not installed here. ' +
        'Run: npm install --save-dev @webapp/cli@1.2.3\n',
    })
  })

  it('names no package of others while the commands are not published', () => {
    install('node_modules/webapp')
    const { status, stderr } = run('node_modules/webapp/dist/command.js')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^webapp: .* "npm run pack" in the repository of webapp .*\n$/)
    expect(stderr).not.toContain('npm install')
  })

  it('starts the commands beside its link, wherever the package is', () => {
    install('store/webapp')
    link('store/webapp', 'project/node_modules/webapp')
    installCommands('project/node_modules/@webapp/cli')
    link('project/node_modules/webapp/dist/command.js', 'project/node_modules/.bin/webapp')
    for (const program of ['.bin/webapp', 'webapp/dist/command.js']) {
      expect(run(`project/node_modules/${program}`)).toEqual({
        status: 3,
        stdout: 'commands dev --port 1\n',
        stderr: '',
      })
    }
  })

  it('starts the commands of the project if it is installed elsewhere', () => {
    install('global/webapp')
    installCommands('project/node_modules/@webapp/cli')
    mkdirSync(join(folder, 'project/src'))
    const { stdout } = run('global/webapp/dist/command.js', join(folder, 'project/src'))
    expect(stdout).toBe('commands dev --port 1\n')
  })
})
