import { Router } from 'webapp'
import { html, page } from './html.js'

export const pages = Router()

pages.get('/', (_req, res) => {
  res.send(
    page(
      'Welcome',
      html`<p>This page comes from <code>src/pages.ts</code>.</p>
<form action="/hello"><label>Your name <input name="name" required></label> <button>Greet me</button></form>`,
    ),
  )
})

pages.get('/hello', (req, res) => {
  // A query parameter may be missing, or be a list.
  const name = typeof req.query.name === 'string' ? req.query.name : 'stranger'
  res.send(page('Hello', html`<p>Hello, ${name}!</p>`))
})
