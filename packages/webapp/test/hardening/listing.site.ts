import webapp3 from 'webapp/v3'
import type { RequestHandler } from '../../src/types/v5/public.ts'
import type { BuildSite } from './support/site.ts'

const build: BuildSite = ({ app, webapp, folder }) => {
  // `directory` is the package serve-index, which applications of every dialect use.
  const list = webapp3.directory(folder) as unknown as RequestHandler
  app.use('/files', webapp.static(folder))
  app.use('/files', list)
}

export default build
