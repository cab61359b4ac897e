import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageOf } from './support/files.ts'
import { pack } from './support/packages.ts'
import { create } from './support/programs.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-webapp-')))
let tarball = ''

beforeAll(() => {
  tarball = pack('webapp', folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(args: readonly string[]) {
  return create(folder, ...args)
}

describe('create-webapp', () => {
  it('takes the defaults without a terminal, and finds the packages of its repository', () => {
    const { status, output } = run(['--no-install'])
    expect(output).toContain('Created my-webapp (api, TypeScript)')
    expect(status).toBe(0)
    const content = packageOf(join(folder, 'my-webapp'))
    expect(content.dependencies.webapp).toMatch(/^file:vendor\/webapp-/)
    expect(content.scripts.dev).toBe('webapp dev src/server.ts')
    expect(content.devDependencies?.['@webapp/cli']).toMatch(/^file:vendor\/webapp-cli-/)
    expect(readdirSync(join(folder, 'my-webapp/vendor'))).toHaveLength(2)
  })

  it('accepts an empty folder and one with a repository', () => {
    mkdirSync(join(folder, 'with-git/.git'), { recursive: true })
    expect(run(['with-git', '--no-install', '--webapp', tarball]).status).toBe(0)
    expect(existsSync(join(folder, 'with-git/src/app.ts'))).toBe(true)
  })

  it.each([
    ['api', 'js'],
    ['api', 'ts'],
    ['site', 'ts'],
    ['full', 'js'],
    ['accounts', 'ts'],
    ['vite', 'ts'],
  ])('writes a Dockerfile and a workflow that fit the project: %s, %s', (template, language) => {
    const name = `files-${template}-${language}`
    const flags = ['--template', template, ...(language === 'js' ? ['--no-typescript'] : [])]
    expect(run([name, ...flags, '--no-install', '--webapp', tarball]).status).toBe(0)
    const project = join(folder, name)
    const stages = readFileSync(join(project, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .slice(1)
    expect(stages).toHaveLength(language === 'ts' ? 2 : 1)
    expect(stages.flatMap(copied).filter((source) => !isFound(project, source))).toEqual([])
    const last = stages.at(-1) ?? ''
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK .*\/health\/ready'/m)
    expect(last).toMatch(/^RUN npm ci --omit=dev/m)
    const readme = readFileSync(join(project, 'README.md'), 'utf8')
    const named = [...readme.matchAll(/`((?:src|test|public|migrations)\/[^`]*)`/g)]
    expect(named.map(([, path = '']) => path).filter((path) => !isFound(project, path))).toEqual([])
    const workflow = readFileSync(join(project, '.github/workflows/test.yml'), 'utf8')
    expect(workflow).toMatch(/run: npm test$/m)
    const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toContain('node_modules/')
  })

  it('shows only commands that exist while webapp is not published', () => {
    const help = run(['--help']).output
    expect(help).toMatch(/^Usage: create-webapp \[folder\]/)
    const project = join(folder, 'files-accounts-ts')
    const readme = readFileSync(join(project, 'README.md'), 'utf8')
    const own = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(
      /<!-- published.*?-->/s,
      '',
    )
    for (const text of [help, readme, own]) {
      expect(text).not.toMatch(/npm create|npm init|npx webapp|npx create-webapp/)
    }
    expect(readme).toContain('do not run `npm install webapp`')
  })
})

/** The files that a stage of a Dockerfile copies from the project. */
function copied(stage: string): string[] {
  const lines = [...stage.matchAll(/^COPY (?!--from)(.*)$/gm)].map(([, text = '']) => text)
  return lines.flatMap((line) => line.split(' ').slice(0, -1))
}

/** npm install writes the lockfile. */
function isFound(project: string, source: string): boolean {
  if (source === 'package-lock.json' || source === 'tsconfig*.json') return true
  return existsSync(join(project, source))
}

describe('create-webapp refuses', () => {
  it.each([
    [['full-folder'], /the folder "full-folder" is not empty \(a\.txt\)\. Choose a new folder/],
    [['file.txt'], /"file\.txt" exists and is not a folder/],
    [
      ['new', '--template', 'blog'],
      /there is no template "blog"\. Choose one of: api, site, full, accounts, vite/,
    ],
    [['new', '--webapp', 'nothing.tgz'], /--webapp is "nothing\.tgz", which does not exist/],
    [
      ['new', '--webapp', 'full-folder'],
      /must be a tarball \(\.tgz\) or a folder with the package webapp/,
    ],
    [['new', '--cli', 'full-folder'], /--cli is "full-folder", but must be a tarball/],
    [['new', 'other'], /one folder is expected, got 2: new other/],
    [['new', '--wrong'], /Unknown option '--wrong'.*--help/],
    [['new', '--typescript', '--no-typescript'], /exclude each other/],
    [
      ['new', '--template', 'vite', '--no-typescript'],
      /"vite" exists in TypeScript only\. With --no-typescript, choose one of: api, site, full\./,
    ],
  ])('%j, and writes nothing', (args, message) => {
    mkdirSync(join(folder, 'full-folder'), { recursive: true })
    writeFileSync(join(folder, 'full-folder/a.txt'), '')
    writeFileSync(join(folder, 'file.txt'), '')
    const before = readdirSync(folder)
    const { status, output } = run(args)
    expect(status).toBe(1)
    expect(output).toMatch(message)
    expect(output).not.toMatch(/\n\s+at /)
    expect(readdirSync(folder)).toEqual(before)
    expect(readdirSync(join(folder, 'full-folder'))).toEqual(['a.txt'])
  })

  it('a place that the system refuses, in one line', () => {
    const { status, output } = run(['file.txt/new', '--webapp', tarball, '--no-install'])
    expect(status).toBe(1)
    expect(output).toMatch(/^create-webapp: E\w+: .*file\.txt/)
    expect(output).not.toMatch(/\n\s+at /)
  })

  it('a broken package, and leaves nothing behind', () => {
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken/package.json'), '{ "name": "webapp" }')
    const { status, output } = run(['deep/er/new', '--webapp', 'broken'])
    expect(status).toBe(1)
    expect(output).toContain('npm pack failed in')
    expect(existsSync(join(folder, 'deep'))).toBe(false)
  })
})
