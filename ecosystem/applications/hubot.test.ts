import { expect, it } from 'vitest'
import { type Answer, ask, askAll, type Step } from './answer.ts'
import { type Place, type Program, runTwoWays } from './two-ways.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

/** A chat without people, in which the robot only serves the web. */
const adapter = `
import { EventEmitter } from 'node:events'
class Quiet extends EventEmitter {
  run() { this.emit('connected') }
  close() {}
}
export default { use: () => new Quiet() }
`

const script = `
export default (robot) => {
  robot.router.get('/hubot/room/:name', (req, res) => res.json({ room: req.params.name, query: req.query }))
  robot.router.post('/hubot/say', (req, res) => res.status(201).json({ said: req.body ?? null }))
  robot.router.all('/hubot/files{/*path}', (req, res) => res.send(req.params.path ?? 'none'))
  robot.router.get('/hubot/fail', async () => { throw new Error('meant to fail') })
}
`

function prepare({ folder, port }: Place): Program {
  writeFiles(folder, {
    'adapters/quiet.mjs': adapter,
    'scripts/web.mjs': script,
    'public/page.html': '<!doctype html><title>Page</title>',
  })
  return {
    script: 'hubot/bin/hubot',
    args: [],
    env: {
      HUBOT_FILE: `${folder}/adapters/quiet.mjs`,
      EXPRESS_PORT: `${port}`,
      EXPRESS_BIND_ADDRESS: '127.0.0.1',
      EXPRESS_USER: 'ada',
      EXPRESS_PASSWORD: 'secret',
      EXPRESS_STATIC: `${folder}/public`,
    },
    ready: `http://127.0.0.1:${port}/`,
  }
}

const authorization = `Basic ${btoa('ada:secret')}`
const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' }

const steps: readonly Step[] = [
  ['/hubot/room/1'],
  ['/hubot/room/a%20b?c[d]=1&e=2', { headers: { authorization } }],
  ['/hubot/files/a/b', { headers: { authorization } }],
  ['/hubot/files', { method: 'DELETE', headers: { authorization } }],
  ['/hubot/say', { method: 'POST', headers: { authorization }, json: { text: 'hello' } }],
  ['/hubot/say', { method: 'POST', headers: form, body: 'a[b]=1&c=2' }],
  ['/hubot/say', { method: 'POST', headers: { authorization } }],
  ['/hubot/fail', { headers: { authorization } }],
  ['/page.html', { headers: { authorization } }],
  ['/page.html', { headers: { authorization, range: 'bytes=0-3' } }],
  ['/nothing', { headers: { authorization } }],
]

async function scenario({ origin }: Place): Promise<Answer[]> {
  // It listens before it has loaded its scripts.
  const question = { headers: { authorization } }
  await until(async () => (await ask(origin, '/hubot/files', question)).status === 200)
  return askAll(origin, steps)
}

it('hubot, ES modules on Express 5, gives the same answers', async () => {
  const { original, ours, redirected } = await runTwoWays(prepare, scenario)
  expect(ours).toEqual(original)
  expect(original.map(({ status }) => status)).toEqual([
    401, 200, 200, 200, 201, 201, 201, 500, 200, 206, 404,
  ])
  expect(redirected).toEqual(['hubot: webapp/v5'])
})
