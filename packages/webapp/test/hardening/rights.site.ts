import type { BuildSite } from './support/site.ts'

const build: BuildSite = ({ app, webapp, folder }) => {
  app.get('/as/:user', (req, res) => {
    process.seteuid?.(Number(req.params.user))
    res.end()
  })
  app.get('/in/:group', (req, res) => {
    process.setegid?.(Number(req.params.group))
    res.end()
  })
  app.use(webapp.static(folder))
}

export default build
