import assert from 'node:assert/strict'
import supertest from 'supertest'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'supertest',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/"date":"[^"]*"/g, /127\.0\.0\.1:\d+/g],

  create(express) {
    const app = express()
    app.use(express.json())
    app.post('/items', (req, res) => {
      res.cookie('last', req.body.name)
      res.status(201)
      res.json({ name: req.body.name, port: typeof req.socket.localPort })
    })
    app.get('/last', (req, res) => res.send(req.headers.cookie ?? 'none'))
    app.get('/moved', (_req, res) => res.redirect('/last'))
    return app
  },

  async visit(client, { created, note }) {
    const added = await supertest(created)
      .post('/items')
      .send({ name: 'tea' })
      .expect(201)
      .expect('Content-Type', /json/)
      .expect('Set-Cookie', 'last=tea; Path=/')
    note([added.body, Object.keys(added.headers)])
    const agent = supertest.agent(created)
    await agent.post('/items').send({ name: 'milk' })
    const followed = await agent.get('/moved').redirects(1).expect(200, 'last=milk')
    note(followed.redirects)
    await assert.rejects(supertest(created).get('/last').expect(500), /expected 500/)
    assert.equal((await client.get('/last')).text, 'none')
  },
}
