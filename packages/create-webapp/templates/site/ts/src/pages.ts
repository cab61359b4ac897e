import { Router } from 'webapp'
import { html } from './html.ts'
import { page } from './page.ts'

export const pages = Router()

pages.get('/', (_req, res) => {
  res.send(
    page(
      'Welcome',
      html`<p class="lead">This page comes from <code>src/pages.ts</code>. Change it, and save the file.</p>
<form class="row" action="/hello">
<div class="field"><label for="name">Your name</label><input id="name" name="name" autocomplete="given-name" required maxlength="80"></div>
<button>Greet me</button>
</form>`,
    ),
  )
})

pages.get('/hello', (req, res) => {
  // A query parameter may be missing, or be a list.
  const name = typeof req.query.name === 'string' ? req.query.name : 'stranger'
  res.send(page('Hello', html`<p class="lead">Hello, ${name}!</p>\n<p><a href="/">Back</a></p>`))
})
