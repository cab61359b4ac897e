import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { editorLink, editorTemplate } from '../../src/dev/editor.ts'
import { ask, BROWSER } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { createProject, startDev, urlOf } from './support.ts'

const place = { file: '/srv/my app/a#b.js', line: 12, column: 3 }
const linkOf = (given: string | undefined, env: NodeJS.ProcessEnv = {}) => {
  const template = editorTemplate(given, env)
  return template && editorLink(template, place)
}

describe('a link to the editor', () => {
  it.each([
    ['vscode', 'vscode://file/srv/my%20app/a%23b.js:12:3'],
    ['code', 'vscode://file/srv/my%20app/a%23b.js:12:3'],
    ['cursor', 'cursor://file/srv/my%20app/a%23b.js:12:3'],
    ['zed', 'zed://file/srv/my%20app/a%23b.js:12:3'],
    ['webstorm', 'webstorm://open?file=/srv/my%20app/a%23b.js&line=12&column=3'],
    ['idea', 'idea://open?file=/srv/my%20app/a%23b.js&line=12&column=3'],
    ['sublime', 'subl://open?url=file:///srv/my%20app/a%23b.js&line=12&column=3'],
    ['edit://{file}?{line}', 'edit:///srv/my%20app/a%23b.js?12'],
    ['none', undefined],
  ])('of --editor %s', (given, link) => {
    expect(linkOf(given)).toBe(link)
    expect(linkOf(given, { EDITOR: 'emacs' })).toBe(link)
  })

  it.each([
    [{ VISUAL: 'code --wait', EDITOR: 'vim' }, 'vscode:'],
    [{ EDITOR: '"/Applications/Sublime Text.app/Contents/bin/subl" -w' }, 'subl:'],
    [{ EDITOR: 'C:\\JetBrains\\bin\\webstorm64.exe' }, 'webstorm:'],
    [{ EDITOR: '/usr/bin/emacsclient -t' }, 'emacs:'],
    [{ EDITOR: 'vim', TERM_PROGRAM: 'vscode' }, 'vscode:'],
    [{ EDITOR: 'vim' }, undefined],
    [{ EDITOR: '' }, undefined],
    [{ EDITOR: 'constructor' }, undefined],
    [{}, undefined],
  ])('of the environment %j', (env, scheme) => {
    const link = linkOf(undefined, env)
    expect(link?.slice(0, link.indexOf(':') + 1)).toBe(scheme)
  })

  it('of a path on Windows', () => {
    const template = editorTemplate('vscode', {}) ?? ''
    const link = editorLink(template, { file: 'C:\\my app\\a.js', line: 1, column: 2 })
    expect(link).toBe('vscode://file/C:/my%20app/a.js:1:2')
  })

  it.each(['vim', '', '{file}', 'javascript:alert({file})', ' data:text/html,{file}', 'x://open'])(
    'is refused for --editor %j',
    async (given) => {
      expect(() => editorTemplate(given, {})).toThrow(
        /--editor is ".*" ?, but must be vscode, .*none/,
      )
    },
  )
})

/** The request chooses the stack of one error, and the route that fails. */
const PROGRAM = `const app = require('webapp')()
require('./lib/part.js')
app.use(require('webapp').json())
app.use(function announces(req, res, next) { next() })
app.use(require('part'))
app.get('/fails', function fails() { require('./lib/part.js').fail() })
app.post('/chosen', ({ body }) => { const error = new Error(body.text); error.stack = body.stack; throw error })
app.post('/message', ({ body }) => { throw new Error(body.text) })
app.listen(0)
`

describe('the error page', () => {
  const project = new Project({
    'server.js': PROGRAM,
    'lib/part.js': "exports.fail = () => { throw new Error('failed', { cause: new Error('x') }) }",
    'unloaded.js': 'exports.secret = 1',
    '.env': 'SECRET=1',
    'node_modules/part/index.js': 'module.exports = function foreign(req, res, next) { next() }',
  })
  const dev = new RunningCommand(['dev', '--editor', 'vscode'], { cwd: project.folder })
  let url = ''
  beforeAll(async () => {
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
  })

  /** The links of a page, without the folder of the project. */
  const linksOf = (html: string) =>
    [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) =>
      link.replace(`vscode://file${project.folder}/`, ''),
    )

  it('links the frames, the causes and the handlers of the project', async () => {
    const { text } = await ask(`${url}fails`, { headers: BROWSER })
    expect(linksOf(text)).toEqual([
      'lib/part.js:1:30',
      'server.js:6:63',
      'lib/part.js:1:59',
      'server.js:6:63',
      'server.js:3:5',
      'server.js:4:5',
      'server.js:5:5',
      'server.js:6:5',
    ])
  })

  it('shows handlers before headers', async () => {
    const { text } = await ask(`${url}fails`, { headers: BROWSER })
    expect(text.indexOf('announces')).toBeGreaterThan(0)
    expect(text.indexOf('announces')).toBeLessThan(text.indexOf('<summary>Headers'))
  })

  it('links no file that a request has chosen', async () => {
    const files = ['server.js', 'unloaded.js', '.env', 'node_modules/part/index.js', '../x.js']
    const frames = files.map((file) => `    at f (${project.path(file)}:1:1)`).join('\n')
    const send = (path: string) =>
      ask(url + path, {
        method: 'POST',
        headers: { ...BROWSER, 'content-type': 'application/json' },
        body: JSON.stringify({ text: `x\n${frames}`, stack: `Error: x\n${frames}` }),
      })
    const handlers = ['server.js:3:5', 'server.js:4:5', 'server.js:5:5']
    // No frame of the stack can be trusted, so the page names the handler that passed the error on.
    const chosen = ['server.js:7:5', ...handlers, 'server.js:7:5']
    expect(linksOf((await send('chosen')).text)).toEqual(chosen)
    expect(linksOf((await send('message')).text)).toEqual([
      'server.js:8:44',
      ...handlers,
      'server.js:8:5',
    ])
  })
})

it('the page of a program that does not start links the place', async () => {
  const project = createProject({ 'server.js': 'const a = 1\nthrow new Error("x")' })
  const [port = 0] = await freePorts(1)
  const dev = startDev(project, ['--editor', 'edit://{file}:{line}', '--port', String(port)])
  await dev.until(/waiting for a change; the error is shown at/)
  const { text } = await ask(`http://localhost:${port}/`, { headers: BROWSER })
  expect(text).toContain(`href="edit://${project.path('server.js')}:2"`)
})

it('a wrong --editor ends the command with a message', async () => {
  const dev = startDev(createProject({ 'server.js': '' }), ['--editor', 'vim'])
  expect(await dev.ended).toBe(1)
  expect(dev.output).toMatch(/--editor is "vim", but must be vscode/)
})
