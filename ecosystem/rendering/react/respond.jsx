import { renderToReadableStream } from 'react-dom/server'
import { loadNews } from '../news.js'
import { Page } from './page.jsx'

export async function showNews(req, res) {
  const stream = await renderToReadableStream(<Page news={loadNews()} />, {
    signal: req.signal,
    nonce: res.locals.nonce,
    bootstrapModules: ['/client.js'],
    onError(error) {
      if (error.name !== 'AbortError') console.error(error) // not for clients that left
    },
  })
  return new Response(stream, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
