import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRenamedCopy, linkPackages } from '../release/renamed-copy.ts'
import { readManifest, readSettings } from '../release/settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { proposal } = readSettings(root)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

describe('a copy of the repository with the proposed names', { timeout: 600_000 }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-renamed-')))

  function run(program: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`)
    return stdout
  }

  beforeAll(() => {
    createRenamedCopy(root, folder, proposal)
    linkPackages(root, folder, proposal)
    run('npm', 'run', '--silent', 'build', '--prefix', 'packages/webapp')
  }, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('can be imported and required by each of its entries', () => {
    const { name, exports } = readManifest(join(folder, 'packages/webapp'))
    expect(name).toBe(proposal.framework)
    const entries = Object.keys(exports as object)
      .filter((entry) => !/types|package\.json/.test(entry))
      .map((entry) => entry.replace('.', proposal.framework))
    const loads = entries.map((entry) => `require('${entry}'); await import('${entry}')`)
    writeFileSync(
      join(folder, 'load.mjs'),
      `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${loads.join('\n')}
const app = (await import('${proposal.framework}')).default()
app.get('/', (req, res) => res.send('renamed'))
console.log((await app.inject('/')).body.toString())
`,
    )
    expect(run(process.execPath, 'load.mjs')).toBe('renamed\n')
  })

  it('has its types', () => {
    writeFileSync(
      join(folder, 'sample.mts'),
      `import webapp, { type Request } from '${proposal.framework}'
import { contract } from '${proposal.framework}/contract'
webapp().get('/:id', (req: Request<{ id: string }>, res) => res.send(req.params.id))
export const parameters: Parameters<typeof contract>[] = []
`,
    )
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2022',
    ]
    expect(run(process.execPath, tsc, ...flags, 'sample.mts')).toBe('')
  })

  it('creates projects with the new names', () => {
    run(process.execPath, tsc, '-p', 'packages/create-webapp')
    run(process.execPath, 'packages/create-webapp/dist/main.js', 'my-app', '--no-install')
    const { dependencies } = readManifest(join(folder, 'my-app'))
    expect(Object.keys(dependencies ?? {})).toContain(proposal.framework)
    const application = readFileSync(join(folder, 'my-app/src/app.ts'), 'utf8')
    expect(application).toContain(`from '${proposal.framework}'`)
  })
})
