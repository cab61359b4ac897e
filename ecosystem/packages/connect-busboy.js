import assert from 'node:assert/strict'
import busboy from 'connect-busboy'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect-busboy',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(busboy({ limits: { fileSize: 1000 } }))
    app.post('/', (req, res) => {
      if (!req.busboy) return res.send('no form')
      const seen = []
      req.busboy.on('field', (name, value) => seen.push([name, value]))
      req.busboy.on('file', (name, file, { filename }) => {
        file.on('data', (data) => seen.push([name, filename, String(data)]))
      })
      req.busboy.on('close', () => res.json(seen))
      req.pipe(req.busboy)
    })
    return app
  },

  async visit(client) {
    const data = new FormData()
    data.append('title', 'sea')
    data.append('photo', new Blob(['waves']), 'sea.txt')
    assert.deepEqual((await client.post('/', { multipart: data })).json, [
      ['title', 'sea'],
      ['photo', 'sea.txt', 'waves'],
    ])
    assert.equal((await client.post('/', { json: {} })).text, 'no form')
  },
}
