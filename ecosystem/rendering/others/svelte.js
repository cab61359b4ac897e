import { render } from 'svelte/server'
import Waiting from './waiting.svelte'

export async function send(_req, res) {
  const { body } = await render(Waiting)
  res.send(body)
}
