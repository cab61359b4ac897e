import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import formidable from 'formidable'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'formidable',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.post('/', async (req, res, next) => {
      try {
        const [fields, files] = await formidable({ maxFileSize: 100 }).parse(req)
        const [file] = files.photo ?? []
        const text = file && (await readFile(file.filepath, 'utf8'))
        res.json({ fields, name: file?.originalFilename, text })
      } catch (error) {
        next(error)
      }
    })
    app.use((error, _req, res, _next) => {
      res.statusCode = error.httpCode ?? 500
      res.json({ code: error.code })
    })
    return app
  },

  async visit(client) {
    const form = (content) => {
      const data = new FormData()
      data.append('title', 'sea')
      data.append('photo', new Blob([content]), 'sea.txt')
      return { multipart: data }
    }
    assert.deepEqual((await client.post('/', form('waves'))).json, {
      fields: { title: ['sea'] },
      name: 'sea.txt',
      text: 'waves',
    })
    assert.equal((await client.post('/', form('x'.repeat(200)))).status, 413)
    assert.deepEqual((await client.post('/', { form: { a: '1' } })).json.fields, { a: ['1'] })
  },
}
