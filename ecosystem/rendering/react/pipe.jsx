import { renderToPipeableStream } from 'react-dom/server'
import { loadNews } from '../news.js'
import { Page } from './page.jsx'

export function showNews(_req, res, next) {
  const { pipe, abort } = renderToPipeableStream(<Page news={loadNews()} />, {
    nonce: res.locals.nonce,
    bootstrapModules: ['/client.js'],
    onShellReady() {
      res.type('html')
      pipe(res)
    },
    onShellError: next,
    onError(error) {
      if (!res.destroyed) console.error(error)
    },
  })
  res.on('close', () => abort())
}
