import { use } from 'react'
import { renderToPipeableStream, renderToReadableStream } from 'react-dom/server'
import { loadNews } from '../news.js'

/** A page without a fallback: all of it waits. */
function Page({ news }) {
  return (
    <html lang="en">
      <body>{use(news)}</body>
    </html>
  )
}

export async function respond(req) {
  return new Response(await renderToReadableStream(<Page news={loadNews()} />, optionsOf(req)))
}

export function pipe(req, res, next) {
  const { onError } = optionsOf(req)
  const { pipe, abort } = renderToPipeableStream(<Page news={loadNews()} />, {
    onShellReady: () => pipe(res),
    onShellError: next,
    onError,
  })
  res.on('close', () => abort())
}

function optionsOf({ signal }) {
  // The errors of parts are those of the whole page here.
  return { signal, onError() {} }
}
