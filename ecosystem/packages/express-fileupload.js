import assert from 'node:assert/strict'
import fileUpload from 'express-fileupload'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-fileupload',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(fileUpload({ limits: { fileSize: 1000 }, abortOnLimit: true, parseNested: true }))
    app.post('/', (req, res) => {
      const files = [req.files?.document ?? []].flat()
      res.json({
        body: req.body,
        files: files.map(({ name, size, md5, data }) => ({ name, size, md5, text: `${data}` })),
      })
    })
    return app
  },

  async visit(client) {
    const form = (...contents) => {
      const data = new FormData()
      data.append('user[name]', 'ada')
      for (const content of contents) data.append('document', new Blob([content]), 'notes.txt')
      return { multipart: data }
    }
    const one = await client.post('/', form('hello'))
    assert.deepEqual(one.json.body, { user: { name: 'ada' } })
    assert.equal(one.json.files[0].md5, '5d41402abc4b2a76b9719d911017c592')
    assert.equal((await client.post('/', form('a', 'b'))).json.files.length, 2)
    assert.equal((await client.post('/', form('x'.repeat(2000)))).status, 413)
    assert.deepEqual((await client.post('/', form())).json.files, [])
  },
}
