import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import session from 'express-session'
import createFileStore from 'session-file-store'
import { createSessionSite } from '../sites/sessions.js'

const FileStore = createFileStore(session)

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'session-file-store',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const path = mkdtempSync(join(tmpdir(), 'sessions-'))
    const store = new FileStore({ path, logFn: () => {}, reapInterval: -1 })
    const app = createSessionSite(express, store)
    app.get('/end', (req, res) => req.session.destroy(() => res.send('ended')))
    app.get('/clean', (_req, res) => {
      rmSync(path, { recursive: true })
      res.send('clean')
    })
    return app
  },

  async visit(client) {
    await client.get('/')
    assert.equal((await client.get('/')).text, '2')
    assert.equal((await client.get('/end')).text, 'ended')
    assert.equal((await client.get('/')).text, '1')
    await client.get('/clean')
  },
}
