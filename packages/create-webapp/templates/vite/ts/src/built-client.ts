import { join } from 'node:path'
import webapp, { Router } from 'webapp'

// The same folder from src/ and from dist/.
const folder = join(import.meta.dirname, '..', 'dist', 'client')

/** Serves the files that `vite build` wrote. */
export function builtClient(): Router {
  const client = Router()
  // Their names contain a hash of their content.
  const lasting = webapp.static(join(folder, 'assets'), { immutable: true, maxAge: '1y' })
  client.use('/assets', lasting)
  client.use(webapp.static(folder))
  // Any other page is a view of the client, whose script reads the address.
  client.get('/{*path}', (req, res, next) => {
    if (req.path.startsWith('/assets/') || req.accepts(['json', 'html']) !== 'html') return next()
    res.sendFile('index.html', { root: folder })
  })
  return client
}
