// Shows who reads or edits the note of this page, and that it was changed elsewhere.

/** How often a page repeats its report, and when others forget a page that stopped. */
const REPEAT_MS = 15_000
const FORGET_MS = 40_000
const RETRY_MS = { least: 500, most: 15_000 }

/** @typedef {{ name: string, state: 'viewing' | 'editing', seen: number }} Person */
/** @typedef {{ you?: string, version?: number, id?: string, gone?: boolean, name?: string, state?: Person['state'], change?: { kind: string, by: string, version?: number } }} Message */

const panel = document.querySelector('[data-presence]')
const note = document.querySelector('[data-note]')
if (panel instanceof HTMLElement && note instanceof HTMLElement) start(panel, note)

/** @param {HTMLElement} panel @param {HTMLElement} note */
function start(panel, note) {
  const list = /** @type {HTMLElement} */ (panel.querySelector('[data-people]'))
  const changed = /** @type {HTMLElement} */ (panel.querySelector('[data-changed]'))
  const { state = 'viewing' } = panel.dataset
  /** @type {Map<string, Person>} */
  const people = new Map()
  let me = ''
  let wait = RETRY_MS.least
  let shown = ''
  /** @type {WebSocket | undefined} */
  let socket

  const report = () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ state }))
  }

  function connect() {
    const url = new URL(`/notes/${note.dataset.note}/presence`, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const opened = new WebSocket(url)
    socket = opened
    opened.onopen = () => {
      wait = RETRY_MS.least
      panel.hidden = false
      report()
    }
    opened.onmessage = ({ data }) => receive(JSON.parse(data))
    opened.onclose = ({ code }) => {
      people.clear()
      // 1008: this user may not see the note any more.
      if (code === 1008) return leave()
      showItems([{ text: panel.dataset.textOff ?? '', className: 'off' }])
      setTimeout(connect, wait * (0.5 + Math.random()))
      wait = Math.min(wait * 2, RETRY_MS.most)
    }
  }

  /** @param {Message} message */
  function receive(message) {
    if (message.you) me = message.you
    if (message.change) showChange(message.change)
    if (message.version) showChange({ kind: 'changed', version: message.version })
    if (!message.id) return
    const isNew = !people.has(message.id)
    if (message.gone) people.delete(message.id)
    else if (message.name && message.state) {
      people.set(message.id, { name: message.name, state: message.state, seen: Date.now() })
      // A page that has just come knows nobody yet.
      if (isNew && message.id !== me) report()
    }
    show()
  }

  /** @param {{ kind: string, version?: number }} change */
  function showChange({ kind, version = 0 }) {
    if (kind === 'deleted') leave()
    if (kind === 'changed' && version > Number(note.dataset.version)) changed.hidden = false
    if (kind === 'attached' && state === 'viewing') changed.hidden = false
  }

  /** The note is gone for this user. A text that is not saved must stay on the screen. */
  function leave() {
    if (state === 'viewing') return location.assign('/notes')
    showItems([])
    changed.textContent = panel.dataset.textGone ?? ''
    panel.hidden = changed.hidden = false
  }

  function show() {
    showItems(
      [...people].map(([id, person]) => {
        const name = id === me ? `${person.name} (${panel.dataset.textYou})` : person.name
        const text = person.state === 'editing' ? 'textEditing' : 'textViewing'
        return { text: `${name}: ${panel.dataset[text]}`, className: person.state }
      }),
    )
  }

  /**
   * Screen readers read the list again whenever it changes, so it must not change without reason.
   * @param {{ text: string, className: string }[]} items
   */
  function showItems(items) {
    const all = JSON.stringify(items)
    if (all === shown) return
    shown = all
    list.replaceChildren(
      ...items.map(({ text, className }) => {
        const item = document.createElement('li')
        item.className = className
        item.textContent = text
        return item
      }),
    )
  }

  setInterval(() => {
    report()
    const oldest = Date.now() - FORGET_MS
    for (const [id, { seen }] of people) if (seen < oldest) people.delete(id)
    if (socket?.readyState === WebSocket.OPEN) show()
  }, REPEAT_MS)
  connect()
}
