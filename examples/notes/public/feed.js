// Adds new items to the feed as they happen. The server renders them, as it renders the page.

import { localise } from './times.js'

const list = document.querySelector('[data-feed][data-live]')
if (list instanceof HTMLElement) start(list)

/** @param {HTMLElement} list */
function start(list) {
  const hint = document.querySelector('[data-feed-hint]')
  let last = Number(list.dataset.feed)
  /** One request after the other, so that items stay in order. */
  let work = Promise.resolve()

  const source = new EventSource(`/events?after=${last}`)
  source.onopen = () => hint?.removeAttribute('hidden')
  source.addEventListener('item', ({ lastEventId }) => {
    work = work.then(() => add(Number(lastEventId))).catch(() => {})
  })

  /** @param {number} seq */
  async function add(seq) {
    if (seq <= last) return
    const response = await fetch(`/feed/items?after=${last}`)
    // After the logout, the response is the login page.
    if (!response.ok || response.redirected) return
    const template = document.createElement('template')
    template.innerHTML = await response.text()
    localise(template.content)
    const items = [...template.content.querySelectorAll('li')]
    for (const item of items) item.classList.add('new')
    last = Number(items[0]?.dataset.seq ?? last)
    list.prepend(...items)
    document.querySelector('[data-feed-empty]')?.remove()
  }
}
