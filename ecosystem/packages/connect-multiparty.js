import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import multiparty from 'connect-multiparty'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect-multiparty',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.post('/', multiparty({ maxFilesSize: 100 }), (req, res) => {
      const { originalFilename, path } = req.files.photo
      const text = readFileSync(path, 'utf8')
      rmSync(path)
      res.json({ body: req.body, originalFilename, text })
    })
    return app
  },

  async visit(client) {
    const form = (content) => {
      const data = new FormData()
      data.append('user[name]', 'ada')
      data.append('photo', new Blob([content]), 'sea.txt')
      return { multipart: data }
    }
    assert.deepEqual((await client.post('/', form('waves'))).json, {
      body: { user: { name: 'ada' } },
      originalFilename: 'sea.txt',
      text: 'waves',
    })
    assert.equal((await client.post('/', form('x'.repeat(200)))).status, 413)
  },
}
