import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { compareRevisions, type Drift } from './drift/compare-revisions.ts'
import { lineChanges, shapeOf } from './drift/line-changes.ts'
import { parseOptions, USAGE, UsageError } from './drift/options.ts'
import { compareVersions, mergeDrifts, renderPage } from './drift/page.ts'
import { dialectFor, pairsOf, type Revision, Revisions } from './drift/revisions.ts'
import { showDrift } from './drift/show.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { resolve } = createRequire(import.meta.url)
const express4 = dirname(resolve('express4/package.json'))
const express3 = dirname(resolve('express3/package.json'))

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drift-test-')))
  folders.push(folder)
  return folder
}

const revision = (folder: string, version: string, requirements: string[] = []): Revision => ({
  ...{ name: version, version, folder, requirements },
})

/** Writes an Express 4 that differs in what the text does with `express`. */
function writeChanged(folder: string, version: string, change: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'express', version }))
  const text = `const express = require(${JSON.stringify(express4)})\n${change}\nmodule.exports = express\n`
  writeFileSync(join(folder, 'index.js'), text)
}

const CHANGES = `
const { vary } = express.response
express.response.vary = function (field) {
  if (field === '*') throw new RangeError('no star')
  return vary.apply(this, arguments)
}
Object.defineProperty(express.request, 'xhr', { configurable: true, enumerable: true, get: () => 'never' })
express.response.added = function added() {}
`

const limits = { cases: 200, minutes: 30, seed: 3, share: 1 }
const ignore = () => {}

describe('drift', () => {
  it.each([
    ['4.x', '4.0.0', express4, ['surface', 'target', 'responses', 'bodies', 'files', 'routes']],
    ['3.x', '3.0.0', express3, ['surface', 'cookies', 'responses']],
  ] as const)(
    'finds nothing between an Express of %s and itself',
    async (_dialect, version, folder, parts) => {
      const same = revision(folder, version, ['engines: node 1'])
      const drift = await compareRevisions(same, same, { ...limits, parts }, ignore)
      expect(drift.groups).toEqual([])
      expect(drift.unfinished).toEqual([])
      expect(drift.requests).toBeGreaterThanOrEqual((parts.length - 1) * limits.cases)
    },
  )

  it('groups what it finds, with a small example of each kind', async () => {
    const folder = createFolder()
    writeChanged(folder, '4.99.0', CHANGES)
    const older = revision(express4, '4.0.0', ['engines: node >= 0.10', 'qs 6.1: 6.1'])
    const newer = revision(folder, '4.99.0', ['engines: node >= 18', 'qs 6.1: 6.1'])
    const parts = ['package', 'surface', 'responses']
    const drift = await compareRevisions(older, newer, { ...limits, cases: 1500, parts }, ignore)
    const kinds = drift.groups.map(({ part, member, change }) => `${part}: ${member}: ${change}`)
    expect(kinds).toContain('package: package.json: 1 added, 1 removed')
    expect(kinds).toContain('surface: response: 1 added, 0 removed')
    expect(kinds).toContain('responses: req.xhr: another value')
    expect(kinds).toContain('responses: res.vary: returned → threw RangeError')
    const vary = drift.groups.find(({ member }) => member === 'res.vary')
    // The rest of a program with up to forty requests is gone.
    expect(vary?.example.title.join().match(/member: /g)?.length).toBeLessThan(4)
    expect(vary?.example.newer.join()).toContain('no star')
    expect(drift.groups.find(({ member }) => member === 'req.xhr')?.count).toBeGreaterThan(100)
    const text = showDrift(drift)
    expect(text).toContain('Express 4.0.0 → 4.99.0 (4.x): ')
    expect(text).toContain('    - engines: node >= 0.10\n    + engines: node >= 18')
  })

  it('plays the scenarios, and says if the time was too short', async () => {
    const folder = createFolder()
    writeChanged(folder, '4.99.0', 'express.application.use = () => { throw new Error("gone") }')
    const [older, newer] = [revision(express4, '4.0.0'), revision(folder, '4.99.0')]
    const few = { ...limits, share: 400, parts: ['scenarios'] }
    const drift = await compareRevisions(older, newer, few, ignore)
    expect(drift.unfinished).toEqual([])
    expect(drift.scenarios).toBeGreaterThan(0)
    expect(drift.groups.map(({ example }) => example.newer.join()).join()).toContain('gone')
    const none = { ...limits, minutes: 0, parts: ['scenarios', 'query'] }
    const empty = await compareRevisions(older, newer, none, ignore)
    expect(empty).toMatchObject({ scenarios: 0, requests: 0, groups: [] })
    expect(empty.unfinished).toEqual(['query', 'scenarios'])
  })

  it('takes revisions from a checkout or a mirror, and leaves it as it is', async () => {
    const [checkout, mirror] = [createFolder(), createFolder()]
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
        cwd: checkout,
        encoding: 'utf8',
      })
    git('init', '--quiet')
    for (const version of ['4.1.0', '4.2.0']) {
      writeChanged(checkout, version, `express.version = '${version}'`)
      git('add', '.')
      git('commit', '--quiet', '--message', version)
      git('tag', `v${version}`)
    }
    git('clone', '--quiet', '--mirror', checkout, mirror)
    for (const source of [checkout, mirror]) {
      const revisions = new Revisions(source)
      const [older, newer] = [await revisions.get('4.1.0'), await revisions.get('HEAD')]
      const places = [older.folder, newer.folder]
      expect([older.version, newer.version]).toEqual(['4.1.0', '4.2.0'])
      expect(dialectFor(older)).toBe('4.x')
      expect(places.map((folder) => createRequire(folder)(folder).version)).toEqual([
        '4.1.0',
        '4.2.0',
      ])
      await expect(revisions.get('4.3.0')).rejects.toThrow('has no revision 4.3.0.')
      revisions.remove()
      expect(places.some(existsSync)).toBe(false)
    }
    expect(git('status', '--porcelain')).toBe('')
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  })
})

describe('shapes', () => {
  const shape = (older: string, newer: string) => {
    const { member, change } = shapeOf(lineChanges(older, newer))
    return `${member}: ${change}`
  }

  it.each([
    [
      'a status',
      '← HTTP/1.1 404 Not Found\n  X: 1',
      '← HTTP/1.1 400 Bad Request\n  X: 2',
      'status: 404 → 400',
    ],
    ['a header that is new', '  A: 1', '  A: 1\n  Link: <b>', 'header link: added'],
    ['a header that is gone', '  A: 1\n  Vary: b', '  A: 1', 'header vary: missing'],
    [
      'a body before its length',
      '  Content-Length: 1\n  (length) "a"',
      '  Content-Length: 2\n  (length) "bb"',
      'body of the response: another value',
    ],
    ['a framing', '  (length) ""', '  (chunked) ""', 'body of the response: length → chunked'],
    [
      'a call before its status',
      'type(1) → res, fresh false\n← HTTP/1.1 200 OK',
      'type(1) threw <TypeError:TypeError: no>\n← HTTP/1.1 500 No',
      'res.type: returned → threw TypeError',
    ],
    ['a member of a request', 'req.ip ["a"]', 'req.ip ["b"]', 'req.ip: another value'],
    ['handlers', '#1 ["GET"]', '#2 ["GET"]', 'handlers that run: another value'],
    [
      'what a probe saw',
      'value: 1\n← HTTP/1.1 200 OK',
      'value: 2\n← HTTP/1.1 404 No',
      'what the program saw: another value',
    ],
    ['a process', 'a', 'the process ended by <Error:Error: x>', 'the process: added'],
  ])('name %s', (_title, older, newer, expected) => {
    expect(shape(older, newer)).toBe(expected)
  })
})

describe('npm run drift', () => {
  it.each([
    [['npm', '4.21.0'], USAGE],
    [[], USAGE],
    [['.', '--releases', '3'], USAGE],
    [['npm', 'a', 'b', '--cases', '0'], '--cases is "0", but must be a number above 0.'],
    [['npm', 'a', 'b', '--only', 'none'], '--only names "none"; there are package, surface'],
    [['npm', 'a', 'b', '--none'], "Unknown option '--none'"],
  ])('refuses %j', (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError)
    expect(() => parseOptions(args)).toThrow(message)
  })

  it('ends with 2 after wrong use', () => {
    const args = ['--import', 'tsx', 'conformance/drift.ts', 'no-folder', '4.1.0', '4.2.0']
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^there is no folder .*no-folder\.\n$/),
    ])
  })

  it('compares the last releases, with prereleases if there are few', () => {
    const published = [
      '4.9.0',
      '4.10.0',
      '4.10.1',
      '4.11.0-rc.1',
      '5.0.0',
      '5.0.0-beta.2',
      '5.0.0-alpha.10',
      '5.0.1',
    ]
    expect(pairsOf(published, '4', 2)).toEqual([
      ['4.9.0', '4.10.0'],
      ['4.10.0', '4.10.1'],
    ])
    expect(pairsOf(published, '5', 3)).toEqual([
      ['5.0.0-alpha.10', '5.0.0-beta.2'],
      ['5.0.0-beta.2', '5.0.0'],
      ['5.0.0', '5.0.1'],
    ])
  })

  it('has no dialect for a release of Express 2', () => {
    expect(() => dialectFor(revision('', '2.5.11'))).toThrow('Express 2.5.11 has no dialect')
  })
})

describe('docs/drift.md', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const recorded: Drift[] = JSON.parse(read('conformance/drift/results.json'))

  it('shows what was recorded, the newest release first', () => {
    expect(read('docs/drift.md')).toBe(renderPage(recorded))
    const versions = recorded.map(({ newer }) => newer)
    expect(versions).toEqual([...versions].sort((one, other) => compareVersions(other, one)))
  })

  it('covers the releases that conformance/ tests', () => {
    const { dependencies } = JSON.parse(read('conformance/package.json'))
    for (const alias of ['express4', 'express5']) {
      const [, version] = dependencies[alias].split('@')
      expect(recorded.map(({ newer }) => newer)).toContain(version)
    }
  })

  it('gets a new release on top, and another run of one in its place', () => {
    const [first] = recorded
    if (first === undefined) throw new Error('nothing is recorded')
    const next = { ...first, older: first.newer, newer: '9.0.0' }
    expect(mergeDrifts(recorded, [next])).toEqual([next, ...recorded])
    const again = { ...first, seed: 99 }
    expect(mergeDrifts(recorded, [again])).toEqual([again, ...recorded.slice(1)])
  })
})
