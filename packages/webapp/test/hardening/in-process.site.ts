import type { BuildSite } from './support/site.ts'

const build: BuildSite = ({ app, webapp }) => {
  const inner = webapp()
  inner.get('/', (req, res) => {
    for (let sent = 0; sent < Number(req.query.size); sent++) res.write('x')
    res.end()
  })
  app.get('/inject', async (req, res) => {
    const { body } = await inner.inject(`/?size=${req.query.size}`)
    res.json(body.length)
  })
  app.get('/fetch', async (req, res) => {
    const answer = await inner.fetch(new Request(`http://inner.test/?size=${req.query.size}`))
    res.json((await answer.text()).length)
  })
}

export default build
