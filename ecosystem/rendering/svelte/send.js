import { render } from 'svelte/server'
import { loadNews } from '../news.js'
import Page from './page.svelte'

export async function showNews(_req, res) {
  const props = { news: await loadNews() }
  const { head, body } = await render(Page, { props, csp: { nonce: res.locals.nonce } })
  res.send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8">${head}</head>
<body>${body}</body>
</html>`)
}
