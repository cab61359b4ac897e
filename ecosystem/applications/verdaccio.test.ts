import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Answer, ask, askAll, type Step, without } from './answer.ts'
import { type Place, type Program, runTwoWays } from './two-ways.ts'
import { writeFiles } from './write-files.ts'

const config = `
storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
    algorithm: sha1
packages:
  '**':
    access: $all
    publish: $authenticated
    unpublish: $authenticated
middlewares:
  audit:
    enabled: false
log: { type: stdout, format: pretty, level: warn }
`

function prepare({ folder, port }: Place): Program {
  writeFiles(folder, {
    'config.yaml': config,
    'first/index.js': 'module.exports = "published"\n',
    'first/package.json': JSON.stringify({
      name: 'first-package',
      version: '1.0.0',
      description: 'a package for the test',
    }),
    'first/README.md': '# First\n',
    'second/package.json': JSON.stringify({
      name: '@scope/second',
      version: '2.0.0',
      dependencies: { 'first-package': '^1.0.0' },
    }),
    'user/package.json': JSON.stringify({ name: 'user', private: true }),
  })
  return {
    script: 'verdaccio/bin/verdaccio',
    args: ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`],
    ready: `http://127.0.0.1:${port}/-/ping`,
  }
}

/** Times of requests, which differ with every run. */
const moments = /\d{4}-\d\d-\d\dT[\d:.]+Z|\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g

interface Command {
  readonly command: string
  readonly code: number | string
  readonly output: unknown
}

interface Seen {
  readonly commands: readonly Command[]
  readonly answers: readonly Answer[]
  readonly installed: string
}

async function scenario(place: Place): Promise<Seen> {
  await logIn(place)
  const commands: Command[] = []
  const npm = async (folder: string, command: string) => {
    commands.push(await runNpm(place, folder, command))
  }
  await npm('user', 'whoami')
  await npm('first', 'publish')
  await npm('first', 'publish')
  await npm('second', 'publish --access public --tag next')
  await npm('user', 'view first-package name version dist-tags dist.shasum --json')
  await npm('user', 'view not-there --json')
  await npm('user', 'dist-tag add @scope/second@2.0.0 stable')
  await npm('user', 'dist-tag ls @scope/second')
  await npm('user', 'search first --json')
  await npm('user', 'install @scope/second@stable --no-audit --no-fund')
  await npm('user', 'deprecate first-package@1.0.0 use-another')
  const answers = (await askAll(place.origin, steps)).map((answer) => without(moments, answer))
  await npm('user', 'unpublish first-package --force')
  await npm('user', 'view first-package --json')
  const installed = join(place.folder, 'user/node_modules/first-package/index.js')
  return { commands, answers, installed: readFileSync(installed, 'utf8') }
}

/** What other clients than npm ask for. */
const steps: readonly Step[] = [
  ['/-/ping'],
  ['/first-package/latest'],
  ['/-/verdaccio/data/packages'],
  ['/-/verdaccio/data/sidebar/first-package'],
  ['/-/verdaccio/data/package/readme/first-package'],
  ['/-/static/'],
  ['/first-package/-/first-package-1.0.0.tgz', { method: 'HEAD' }],
  ['/first-package/-/first-package-9.0.0.tgz'],
  ['/@scope%2fsecond/stable'],
  ['/-/package/@scope%2fsecond/dist-tags'],
  ['/-/v1/search?text=first&size=1'],
  ['/first-package', { method: 'DELETE' }],
  ['/first-package', { method: 'PUT', json: {} }],
  ['/-/user/org.couchdb.user:ada', { method: 'PUT', json: { name: 'ada', password: 'wrong' } }],
  ['/%E0%A4%A'],
]

async function logIn({ origin, folder, port }: Place): Promise<void> {
  const user = { name: 'ada', password: 'a long password' }
  const answer = await ask(origin, '/-/user/org.couchdb.user:ada', { method: 'PUT', json: user })
  const { token } = JSON.parse(answer.body)
  writeFiles(folder, {
    npmrc: `registry=${origin}/\n//127.0.0.1:${port}/:_authToken=${token}\nupdate-notifier=false\n`,
  })
}

function runNpm({ folder }: Place, cwd: string, command: string): Promise<Command> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_cache: join(folder, 'cache'),
  }
  const options = { cwd: join(folder, cwd), env, shell: process.platform === 'win32' }
  return new Promise((resolve) => {
    execFile('npm', command.split(' '), options, (error, stdout, stderr) => {
      const output = (stdout + stderr)
        .split('\n')
        .filter((line) => !/in \d+m?s$|debug-0\.log/.test(line))
      resolve({ command, code: error?.code ?? 0, output: output.join('\n').replace(moments, '…') })
    })
  })
}

it('verdaccio serves the npm client the same', async () => {
  const { original, ours, redirected } = await runTwoWays(prepare, scenario)
  expect(ours).toEqual(original)
  expect(original.installed).toBe('module.exports = "published"\n')
  const failed = original.commands.filter(({ code }) => code !== 0)
  expect(failed.map(({ command }) => command)).toEqual([
    'publish', // the same version again
    'view not-there --json',
    'view first-package --json', // after it was unpublished
  ])
  expect(redirected).toEqual([
    '@verdaccio/middleware: webapp/v4',
    'verdaccio-audit: webapp/v4',
    'verdaccio: webapp/v4',
  ])
})
