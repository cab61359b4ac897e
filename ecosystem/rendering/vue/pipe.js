import { once } from 'node:events'
import { createSSRApp } from 'vue'
import { renderToNodeStream } from 'vue/server-renderer'
import { loadNews } from '../news.js'
import Page from './page.vue'

const BEFORE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>News</title></head>
<body><div id="app">`
const AFTER = `</div><script type="module" src="/client.js"></script></body>
</html>`

export async function showNews(_req, res) {
  const stream = renderToNodeStream(createSSRApp(Page, { news: loadNews() }))
  res.on('close', () => stream.destroy())
  await once(stream, 'readable') // rejects if the page fails before its first part
  stream.on('error', (error) => res.destroy(error))
  stream.on('end', () => res.end(AFTER))
  res.type('html').write(BEFORE)
  stream.pipe(res, { end: false })
  stream.on('data', () => res.flush?.()) // a part must not wait in the package `compression`
}
