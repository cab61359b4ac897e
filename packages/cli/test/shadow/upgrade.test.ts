import { describe, expect, it } from 'vitest'
import { planMigration } from '../../src/migrate/migrate.ts'
import { writeAll } from '../../src/migrate/output/write.ts'
import { createProject, LISTEN, Shadowed, verdicts } from './support.ts'

const PROGRAM = `const express = require('express')
const { readFileSync } = require('node:fs')
const app = express()
app.get('/users/:id?', (req, res) => res.json({ id: req.params.id ?? null }))
app.get('/files/*', (req, res) => res.send(req.params[0]))
app.get('/search', (req, res) => res.json(req.query))
app.get('/page', (req, res) => res.send(readFileSync('page.txt', 'utf8')))
app.get('/never/:name', (req, res) => res.send('never'))
app.post('/orders', (req, res) => res.status(201).end())
const api = express.Router({ mergeParams: true })
api.get('/things/:thing', (req, res) => res.json(req.params))
api.get('/unused', (req, res) => res.end())
app.use('/api/:version', api)
${LISTEN}`

const PATHS = [
  ...['/users', '/users/7', '/files/a/b.txt', '/search?a[b]=1', '/page', '/api/v1/things/9'],
]

/** The program on Express 4, and beside it the folder in which it is migrated. */
function createUpgrade() {
  const project = createProject(4, {
    ...{ 'app.js': PROGRAM, 'page.txt': 'page' },
    'migrated/package.json': '{"dependencies":{"express":"^4.22.0"}}',
    ...{ 'migrated/app.js': PROGRAM, 'migrated/page.txt': 'page' },
  })
  const folder = project.path('migrated')
  const { changes } = planMigration(folder, { target: '5' })
  writeAll(
    changes.map(({ file, text }) => ({ path: file.path, before: file.text, after: text })),
    folder,
  )
  return project
}

describe.skipIf(process.platform === 'win32')(
  'a program on Express 4 and its migration to 5.x',
  () => {
    it('lists the routes that are ready, and those without traffic', async () => {
      const project = createUpgrade()
      expect(project.read('migrated/app.js')).toContain('*')
      const options = ['--copy', 'migrated', '--to', '5', '--report', 'report.html']
      const shadowed = new Shadowed(project, options)
      await shadowed.listening()
      await shadowed.get(...PATHS)
      await expect.poll(async () => (await shadowed.report()).unseen.length).toBeGreaterThan(0)
      const report = await shadowed.end()
      expect(verdicts(report)).toEqual({
        'GET /ready': 'ready',
        'GET /users/:id?': 'ready',
        'GET /files/*': 'ready',
        'GET /search': 'ready',
        'GET /page': 'ready',
        'GET /api/v1/things/:thing': 'ready',
      })
      // A POST is not repeated, so nothing is said of its route.
      expect(report.unseen).toEqual(['GET /never/:name', 'GET /api/:version/unused'])
      expect(report.dialect).toBe('5')
      expect(project.read('report.html')).toContain('Routes without traffic')
      expect(shadowed.command.output).toMatch(/ {2}Without traffic:\n {4}GET \/never\/:name\n/)
    })

    it('says which are not ready, and runs the copy in its own folder', async () => {
      const project = createUpgrade()
      project.write('migrated/page.txt', 'another page')
      const text = project
        .read('migrated/app.js')
        .replace('res.json({ id', 'res.status(202).json({ id')
      project.write('migrated/app.js', text)
      const shadowed = new Shadowed(project, ['--copy', 'migrated', '--to', '5'])
      await shadowed.listening()
      await shadowed.get(...PATHS)
      const report = await shadowed.end()
      const different = report.routes.filter(({ verdict }) => verdict === 'different')
      expect(
        different.map(({ route, examples }) => [route, examples[0]?.differences[0]]).sort(),
      ).toEqual([
        ['GET /page', { place: 'body, line 1, column 1', express: 'page', webapp: 'another page' }],
        ['GET /users/:id?', { place: 'status', express: '200 OK', webapp: '202 Accepted' }],
      ])
    })

    it.each([
      ['none', 'there is no file or folder '],
      ['node_modules', '--copy names a folder without app.js. Name the file.'],
    ])('refuses --copy %s', async (copy, message) => {
      const shadowed = new Shadowed(createUpgrade(), ['--copy', copy])
      expect(await shadowed.command.ended).toBe(1)
      expect(shadowed.command.output).toContain(message)
    })
  },
)
