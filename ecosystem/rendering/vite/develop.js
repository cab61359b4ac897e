import { readFile } from 'node:fs/promises'
import { createServer } from 'vite'
import { Router } from 'webapp'

export async function createPages(server) {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  const pages = Router()
  pages.use(vite.middlewares)
  pages.get('/{*path}', async (req, res) => {
    try {
      const { render } = await vite.ssrLoadModule('/src/render.js')
      const file = await readFile('index.html', 'utf8')
      const template = await vite.transformIndexHtml(req.originalUrl, file)
      const page = await render(req)
      res.send(template.replace('<!--page-->', () => page))
    } catch (error) {
      vite.ssrFixStacktrace(error) // lines of your files
      throw error
    }
  })
  return pages
}
