import { createSSRApp } from 'vue'
import { pipeToNodeWritable, renderToWebStream } from 'vue/server-renderer'
import { loadNews } from '../news.js'
import Page from '../vue/page.vue'

export function write(_req, res) {
  res.type('html')
  pipeToNodeWritable(createSSRApp(Page, { news: loadNews() }), {}, res)
}

export function respond() {
  const stream = renderToWebStream(createSSRApp(Page, { news: loadNews() }))
  return new Response(stream, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
