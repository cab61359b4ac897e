import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
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
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const main = fileURLToPath(new URL('../release/main.ts', import.meta.url))
const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url))
const workflow = parse(
  readFileSync(new URL('../../.github/workflows/release.yml', import.meta.url), 'utf8'),
) as { jobs: Record<string, { steps: { run?: string }[] }> }

/** The commands of a job of the workflow that makes releases. */
function commandsOf(job: string): string[] {
  return workflow.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? []
}

/** A registry that keeps what is published. Only its paths are npm's. */
class Registry {
  readonly documents = new Map<string, { versions: Record<string, object>; 'dist-tags': object }>()
  readonly published: string[] = []
  refuse: string | undefined
  url = ''
  #server: Server | undefined

  async start(): Promise<void> {
    this.#server = createServer(async (req, res) => {
      const name = decodeURIComponent((req.url ?? '').slice(1))
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk)
      const found = this.documents.get(name)
      res.setHeader('content-type', 'application/json')
      if (req.method === 'PUT') {
        if (name === this.refuse) {
          res.writeHead(500).end('{"error":"refused"}')
          return
        }
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
        const versions = { ...found?.versions, ...body.versions }
        const tags = { ...found?.['dist-tags'], ...body['dist-tags'] }
        this.documents.set(name, { ...body, versions, 'dist-tags': tags })
        this.published.push(`${name}@${Object.keys(body.versions)}`)
        res.writeHead(201).end('{"ok":true}')
      } else if (found === undefined) {
        res.writeHead(404).end('{"error":"not found"}')
      } else {
        res.end(JSON.stringify(found))
      }
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  stop(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }
}

const names = ['fixture', '@fixture/cli', 'create-fixture']

describe('npm run release', { timeout: 600_000 }, () => {
  const registry = new Registry()
  let folder: string
  let root: string

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-release-')))
    root = join(folder, 'repository')
    createRepository()
    registry.documents.clear()
    registry.published.length = 0
    registry.refuse = undefined
    await registry.start()
  })
  afterEach(() => {
    registry.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function write(path: string, content: string | object): void {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }

  function git(...args: string[]): string {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  }

  function commit(): void {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'a change')
  }

  function createRepository(): void {
    const packages = names.map((name, at) => {
      const one = `packages/${at}`
      write(`${one}/package.json`, {
        name,
        version: '0.1.0',
        license: 'MIT',
        files: ['dist'],
        scripts: {},
        devDependencies: { vitest: '4' },
      })
      write(`${one}/README.md`, `# ${name}\n`)
      return { folder: one, checkers: [], most: { files: 10, packed: 5000, unpacked: 5000 } }
    })
    write('release.json', {
      names: {
        framework: 'fixture',
        cli: '@fixture/cli',
        create: 'create-fixture',
        command: 'fixture',
      },
      proposal: { framework: 'x', cli: 'y', create: 'z', command: 'x' },
      isDecided: false,
      repository: 'https://git.example/fixture',
      packages,
      licences: ['MIT'],
      steps: {
        install: [],
        gate: ['node -e "process.exit(3)"'],
        build: names.map((_, at) => `node build.cjs packages/${at}`),
      },
    })
    write(
      'build.cjs',
      "const fs = require('fs'); const dist = process.argv[2] + '/dist'; fs.mkdirSync(dist, { recursive: true }); fs.writeFileSync(dist + '/index.js', 'built')\n",
    )
    write('package.json', { private: true })
    write('LICENSE', 'MIT\n')
    write('.gitignore', 'dist/\nreleased/\npackages/*/LICENSE\n')
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- The start.\n')
    git('init', '--quiet', '--initial-branch=main')
    git('config', 'user.name', 'A Name')
    git('config', 'user.email', 'name@a.example')
    commit()
  }

  /** Runs the tool. */
  function release(...args: string[]): Promise<{ code: number; output: string }> {
    const all = [
      tsx,
      main,
      '--root',
      root,
      '--registry',
      registry.url,
      '--gate',
      'node -e 0',
      ...args,
    ]
    return run(process.execPath, all, { cwd: folder })
  }

  /** Runs a program; the test's own process is the registry meanwhile. */
  function run(
    program: string,
    args: readonly string[],
    { cwd, env: more = {} }: { cwd: string; env?: Readonly<Record<string, string>> },
  ): Promise<{ code: number; output: string }> {
    const place = new URL(registry.url).host
    const own = Object.entries(process.env).filter(
      ([name]) => !/^npm_|^VITEST|^ACTIONS_|^SIGSTORE_|^GITHUB_/.test(name),
    )
    const env = {
      ...Object.fromEntries(own),
      npm_config_fetch_retries: '0',
      [`npm_config_//${place}/:_authToken`]: 'a-token',
      ...more,
    }
    return new Promise((resolve) => {
      execFile(program, args, { cwd, env, encoding: 'utf8' }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })
  }

  function fragment(bump: string, summary: string, name = 'fixture'): void {
    write(`.changeset/${bump}-${summary.length}.md`, `---\n"${name}": ${bump}\n---\n\n${summary}\n`)
    commit()
  }

  it('packs, checks and tags in a clone with --dry-run, and changes nothing here', async () => {
    const before = git('rev-parse', 'HEAD')
    const { code, output } = await release('--dry-run')
    expect(output).toContain('0.1.0 is ready')
    expect(output).toContain('npm audit signatures')
    expect(code).toBe(0)
    expect(registry.published).toEqual([])
    expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([
      before,
      '',
      '',
    ])
    const out = join(root, 'released/0.1.0')
    expect(readdirSync(out).sort()).toEqual([
      'SHA256SUMS',
      'create-fixture-0.1.0.cdx.json',
      'create-fixture-0.1.0.tgz',
      'fixture-0.1.0.cdx.json',
      'fixture-0.1.0.tgz',
      'fixture-cli-0.1.0.cdx.json',
      'fixture-cli-0.1.0.tgz',
      'notes.md',
    ])
    expect(readFileSync(join(out, 'notes.md'), 'utf8')).toBe('- The start.\n')
  })

  it('publishes all packages with one version, and brings its commit and tag here', async () => {
    const first = await release()
    expect(first.output).toContain('The commit and the tag v0.1.0')
    expect(first.code).toBe(0)
    fragment('patch', 'A fix.')
    fragment('minor', 'A feature.', '@fixture/cli')
    const second = await release()
    expect(second.output).toContain('v0.2.0')
    expect(second.code).toBe(0)
    expect(registry.published).toEqual(
      ['0.1.0', '0.2.0'].flatMap((v) => names.map((n) => `${n}@${v}`)),
    )
    expect(registry.documents.get('fixture')?.['dist-tags']).toEqual({ latest: '0.2.0' })
    const [manifest] = Object.values(registry.documents.get('fixture')?.versions ?? {}).slice(-1)
    expect(manifest).toMatchObject({
      repository: { url: 'git+https://git.example/fixture.git', directory: 'packages/0' },
      homepage: 'https://git.example/fixture#readme',
      bugs: { url: 'https://git.example/fixture/issues' },
    })
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest).toMatchObject({ published: { framework: '^0.2.0', cli: '^0.2.0' } })
    expect(git('tag').split('\n')).toEqual(['v0.1.0', 'v0.2.0'])
    expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0')
    expect(git('status', '--porcelain')).toBe('')
    expect(existsSync(join(root, '.changeset'))).toBe(false)
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(
      /## \[Unreleased\]\n\n## \[0\.2\.0\] - [\d-]+\n\n### New\n\n- A feature\.\n\n### Fixed\n\n- A fix\.\n\n## \[0\.1\.0\]/,
    )

    const again = await release('--dry-run')
    expect(again.output).toContain('the tag v0.2.0 exists. There is no change in .changeset/.')
    git('tag', '--delete', 'v0.2.0')
    const known = await release('--dry-run')
    expect(known.output).toContain(`fixture 0.2.0 is on ${registry.url}`)
    expect([again.code, known.code]).toEqual([1, 1])
    expect(registry.published).toHaveLength(6)
  })

  it('publishes a preview under its own tag, without a commit', async () => {
    fragment('minor', 'A feature.')
    const before = git('rev-parse', 'HEAD')
    const { code, output } = await release('--tag', 'canary')
    expect(output).toContain(`0.2.0-canary.2.g${before.slice(0, 8)}`)
    expect(code).toBe(0)
    expect(registry.documents.get('fixture')?.['dist-tags']).toEqual({
      canary: `0.2.0-canary.2.g${before.slice(0, 8)}`,
    })
    expect([git('rev-parse', 'HEAD'), git('tag')]).toEqual([before, ''])
    const [manifest] = Object.entries(registry.documents.get('create-fixture')?.versions ?? {})
    const [version, content] = manifest ?? []
    expect(content).toMatchObject({ published: { framework: version, cli: version } })
  })

  // The workflow runs on Linux.
  it.skipIf(process.platform !== 'linux')(
    'prepares everything for a job of CI that publishes, and for one that pushes',
    async () => {
      const before = git('rev-parse', 'HEAD')
      const origin = join(folder, 'origin.git')
      git('clone', '--quiet', '--bare', root, origin)
      const job = join(folder, 'job')
      const out = join(job, 'released')
      git('clone', '--quiet', origin, job)
      const { code, output } = await release('--prepare', '--out', out)
      expect(output).toContain('Another job can publish')
      expect(code).toBe(0)
      expect([git('rev-parse', 'HEAD'), git('tag'), registry.published]).toEqual([before, '', []])

      const env = { TAG: 'latest', npm_config_registry: registry.url }
      const publish = commandsOf('publish').map((text) => ['-e', '-c', text])
      const attempt = () => run('bash', publish[0] ?? [], { cwd: out, env })
      registry.refuse = names[1]
      expect((await attempt()).code).not.toBe(0)
      expect(registry.published).toEqual(['fixture@0.1.0'])
      registry.refuse = undefined
      const second = await attempt()
      expect(second.output).toContain('Found fixture@0.1.0')
      expect(second.code).toBe(0)
      expect(registry.published).toEqual(names.map((name) => `${name}@0.1.0`))

      const [push = ''] = commandsOf('push')
      expect(await run('bash', ['-e', '-c', push], { cwd: job })).toMatchObject({ code: 0 })
      git('fetch', '--quiet', '--tags', origin, 'main:pushed')
      expect([git('tag'), git('log', '-1', '--format=%s', 'pushed')]).toEqual([
        'v0.1.0',
        'release: 0.1.0',
      ])
    },
  )

  it('goes on where a release ended, with the same tarballs', async () => {
    registry.refuse = names[1]
    const broken = await release()
    expect(broken.code).toBe(1)
    expect(registry.published).toEqual(['fixture@0.1.0'])
    expect(git('tag')).toBe('')
    registry.refuse = undefined
    write('.changeset/README.md', 'No change.')
    commit()
    const { code, output } = await release('--continue')
    expect(output).toContain('Found fixture 0.1.0')
    expect(code).toBe(0)
    expect(registry.published).toEqual(names.map((name) => `${name}@0.1.0`))
    expect(git('tag')).toBe('v0.1.0')
  })

  it('refuses a dirty tree, before anything else', async () => {
    write('left-over.txt', 'x')
    const { code, output } = await release('--dry-run')
    expect(output).toContain('the tree has changes that no commit has:\n?? left-over.txt')
    expect(code).toBe(1)
  })

  it('stops at a gate that fails', async () => {
    const { code, output } = await release('--gate', 'node -e "process.exit(3)"')
    expect(output).toContain('failed, its reason is above')
    expect(code).toBe(1)
    expect(registry.published).toEqual([])
    expect(git('tag')).toBe('')
  })

  it('names the problems of all packages, and publishes none', async () => {
    write('packages/0/package.json', {
      name: 'fixture',
      version: '0.1.0',
      license: 'MIT',
      files: ['dist', 'more'],
      main: './dist/no.js',
    })
    write('packages/2/more.txt', root)
    write('packages/2/package.json', {
      name: 'create-fixture',
      version: '0.1.0',
      files: ['more.txt'],
    })
    commit()
    const { code, output } = await release()
    expect(output).toContain('fixture-0.1.0.tgz: package.json names ./dist/no.js')
    expect(output).toContain('create-fixture-0.1.0.tgz: package.json has no "license"')
    expect(output).toContain('create-fixture-0.1.0.tgz: more.txt contains')
    expect(code).toBe(1)
    expect(registry.published).toEqual([])
  })

  it('says what is missing for a public registry, and changes nothing', async () => {
    const refused = await release('--registry', 'https://registry.invalid/')
    expect(refused.output).toMatch(
      /nothing was changed.*\n- Names: .*\n- Identity: .*\n- Account: /,
    )
    expect(refused.code).toBe(1)
    const unprepared = await release('--registry', 'https://registry.invalid/', '--prepare')
    expect(unprepared.output).toMatch(/nothing was changed.*\n- Names: [^\n]*\n$/)
    expect(unprepared.code).toBe(1)
  })

  it('refuses packages with different versions', async () => {
    write('packages/1/package.json', { name: '@fixture/cli', version: '0.3.0', license: 'MIT' })
    commit()
    const { code, output } = await release('--dry-run')
    expect(output).toContain(
      'All packages have one version, but there are fixture 0.1.0, @fixture/cli 0.3.0',
    )
    expect(code).toBe(1)
  })
})
