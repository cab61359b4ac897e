import { readFileSync } from 'node:fs'
import webapp, { Router } from 'webapp'
import { render } from './dist/server/render.js'
import { tagsOf } from './tags.js'

const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
const template = readFileSync('index.html', 'utf8').replace(
  '<script type="module" src="/src/client.js"></script>',
  () => tagsOf(manifest, 'src/client.js'),
)

export function createPages() {
  const pages = Router()
  // The names of these files contain a hash of their content.
  const lasting = webapp.static('dist/client/assets', { immutable: true, maxAge: '1y' })
  pages.use('/assets', lasting, (_req, res) => res.sendStatus(404))
  pages.use(webapp.static('dist/client')) // the files of public/
  pages.get('/{*path}', async (req, res) => {
    const page = await render(req)
    res.send(template.replace('<!--page-->', () => page))
  })
  return pages
}
