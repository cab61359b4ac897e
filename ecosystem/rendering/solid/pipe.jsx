import { renderToStream } from 'solid-js/web'
import { loadNews } from '../news.js'
import { Page } from './page.jsx'

export function showNews(_req, res) {
  const page = renderToStream(() => <Page load={loadNews} />, { nonce: res.locals.nonce })
  res.type('html').write('<!doctype html>')
  page.pipe({
    write(part) {
      res.write(part)
      res.flush?.() // a part must not wait in the package `compression`
    },
    end: () => res.end(),
  })
}
