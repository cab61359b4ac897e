// ?room=blue&name=ann talks over a WebSocket; with &watch the page only reads, by events.
const query = new URLSearchParams(location.search)
const room = query.get('room') ?? 'lobby'
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const state = /** @type {HTMLElement} */ (document.getElementById('state'))
const said = /** @type {HTMLElement} */ (document.getElementById('said'))
const text = /** @type {HTMLInputElement} */ (document.getElementById('text'))
;/** @type {HTMLElement} */ (document.getElementById('room')).textContent = room

if (query.has('watch')) watch()
else talk()

function talk() {
  const socket = new WebSocket(
    `ws://${location.host}/rooms/${room}/socket?name=${query.get('name') ?? 'somebody'}`,
  )
  socket.onopen = () => {
    state.textContent = 'connected'
  }
  socket.onclose = ({ code }) => {
    state.textContent = `closed (${code})`
  }
  socket.onmessage = ({ data }) => show(data)
  form.onsubmit = (event) => {
    event.preventDefault()
    socket.send(text.value)
    text.value = ''
  }
}

function watch() {
  form.hidden = true
  const source = new EventSource(`/rooms/${room}/events`)
  source.onopen = () => {
    state.textContent = 'watching'
  }
  source.onerror = () => {
    state.textContent = 'connecting again'
  }
  source.addEventListener('said', ({ data }) => show(data))
}

/** @param {string} json */
function show(json) {
  const message = JSON.parse(json)
  const line = document.createElement('li')
  const name = document.createElement('b')
  name.textContent = message.name
  line.append(name, message.text)
  said.append(line)
}
