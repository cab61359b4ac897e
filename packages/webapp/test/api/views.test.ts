import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('views', ['5.x', '4.x'], (t) => {
  it('are rendered by an engine that is installed beside them, by __webapp first', async () => {
    const home = await mkdtemp(join(tmpdir(), 'webapp-views-'))
    const engine = join(home, 'node_modules', 'tinyengine')
    await mkdir(engine, { recursive: true })
    await writeFile(join(home, 'page.tinyengine'), '')
    await writeFile(
      join(engine, 'index.js'),
      `exports.__express = (path, options, done) => done(null, '__express')
       exports.__webapp = (path, options, done) => done(null, '__webapp')`,
    )
    t.app.set('views', home)
    t.app.get('/', (_req, res) => res.render('page.tinyengine'))
    const answer = await t.request('/')
    await rm(home, { recursive: true })
    expect(answer.text).toBe('__webapp')
  })
})
