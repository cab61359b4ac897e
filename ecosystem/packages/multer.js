import assert from 'node:assert/strict'
import multer from 'multer'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'multer',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 100 } })
    const describe = ({ originalname, mimetype, buffer }) => [originalname, mimetype, `${buffer}`]
    app.post('/one', upload.single('photo'), (req, res) => {
      res.json({ body: req.body, file: describe(req.file) })
    })
    app.post('/many', upload.array('photos', 2), (req, res) => res.json(req.files.map(describe)))
    app.post('/none', upload.none(), (req, res) => res.json(req.body))
    app.use((error, _req, res, _next) => {
      res.statusCode = 400
      res.json({ code: error.code, field: error.field })
    })
    return app
  },

  async visit(client) {
    const one = await client.post('/one', { multipart: form({ title: 'sea' }, ['photo']) })
    assert.deepEqual(one.json.body, { title: 'sea' })
    assert.deepEqual(one.json.file, ['photo.txt', 'text/plain', 'bytes of photo.txt'])
    const many = await client.post('/many', { multipart: form({}, ['photos', 'photos']) })
    assert.equal(many.json.length, 2)
    const tooMany = await client.post('/many', { multipart: form({}, Array(3).fill('photos')) })
    assert.equal(tooMany.json.code, 'LIMIT_UNEXPECTED_FILE')
    const large = await client.post('/one', { multipart: form({}, ['photo'], 'x'.repeat(200)) })
    assert.deepEqual(large.json, { code: 'LIMIT_FILE_SIZE', field: 'photo' })
    const fields = await client.post('/none', { multipart: form({ 'a[b]': '1' }, []) })
    assert.deepEqual(fields.json, { a: { b: '1' } })
  },
}

function form(fields, files, more = '') {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const name of files) {
    const content = new Blob([`bytes of ${name}.txt${more}`], { type: 'text/plain' })
    data.append(name, content, `${name}.txt`)
  }
  return data
}
