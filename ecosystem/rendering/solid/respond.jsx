import { renderToStream } from 'solid-js/web'
import { loadNews } from '../news.js'
import { Page } from './page.jsx'

export function showNews(_req, res) {
  const { readable, writable } = new TransformStream()
  const page = renderToStream(() => <Page load={loadNews} />, { nonce: res.locals.nonce })
  page.pipeTo(writable)
  return new Response(readable, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
