import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, LISTEN, modules, routeIn, Shadowed } from './support.ts'

const site = join(modules, '../examples/legacy-site')

/** The site of examples/legacy-site, with `express` as its framework. */
const program = (change = '') => `
const { createSite } = require('./site/legacy-site.js')
const app = createSite(require('express'))
const isWebapp = require.resolve('express').includes('stand-ins')
${change}
${LISTEN}`

/** Differences of a size that real mistakes have. */
const SEEDED = `
app.get('/seeded/order', (req, res) => res.json(isWebapp ? { a: 1, b: 2 } : { b: 2, a: 1 }))
app.get('/seeded/type', (req, res) => { res.type(isWebapp ? 'text' : 'html'); res.send('x') })
app.get('/seeded/length', (req, res) => res.send('x'.repeat(isWebapp ? 999 : 1000)))
`

const PATHS = [
  ...['/', '/?q=ANEM', '/plants/sea-holly', '/plants/foxglove', '/plants/none', '/plants/new'],
  ...['/style.css', '/notes', '/notes/', '/api/plants', '/api/plants/foxglove', '/api/plants/none'],
  ...['/admin', '/admin/broken', '/missing', '/plants/foxglove/photo', '/%E0%A4%A'],
]

function createLegacyProject(text: string) {
  const project = createProject(3, { 'app.js': text })
  symlinkSync(site, project.path('site'), 'junction')
  return project
}

describe.skipIf(process.platform === 'win32')('a site on Express 3', () => {
  it('is equal in the dialect 3.x, and seeded differences are found', async () => {
    const shadowed = new Shadowed(createLegacyProject(program(SEEDED)), [], { NO_DEPRECATION: '*' })
    await shadowed.listening()
    for (let round = 0; round < 3; round++) {
      await shadowed.get(...PATHS)
      await shadowed.ask('/', { method: 'HEAD' })
      const authorization = `Basic ${Buffer.from('keeper:nettle').toString('base64')}`
      await shadowed.ask('/admin', { headers: { authorization } })
    }
    await shadowed.get('/seeded/order', '/seeded/type', '/seeded/length')
    const report = await shadowed.end()
    const differing = report.routes.filter(({ verdict }) => verdict !== 'ready')
    expect(differing.map(({ route, examples }) => [route, examples[0]?.differences])).toEqual([
      ['GET /seeded/order', expect.any(Array)],
      ['GET /seeded/type', expect.any(Array)],
      ['GET /seeded/length', expect.any(Array)],
    ])
    expect(routeIn(report, 'GET /plants/:plant').equal).toBe(6)
    expect(routeIn(report, 'GET /missing').declared).toHaveProperty('X-Powered-By')
  })
})
