// The page of the inspector. All values of requests reach the page as text nodes, never as HTML.

const MAX_ROWS = 500
const byId = (id) => document.getElementById(id)
const filters = byId('filters')
const list = byId('requests').querySelector('.list')
const detail = byId('detail')

let requests = []
let state = { urls: [], applications: [], counts: { seen: 0, recorded: 0, routes: [] }, root: '' }
let chosen
let isUnmasked = false
/** Requests that arrived while the list was paused; `undefined` while it is not. */
let waiting

/** Creates an element: `make('p', { class: 'quiet' }, 'text', child)`. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return element
}

const formatTime = (ms) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)))
const formatSize = (bytes) => {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
const formatClock = (time) => new Date(time).toTimeString().slice(0, 8)
const classOf = (status) => `s${Math.floor(status / 100)}`
const shortPath = (place) => {
  const path = place.replace(/^file:\/\//, '')
  return path.startsWith(state.root) ? path.slice(state.root.length).replace(/^[\\/]+/, '') : path
}

/** A place, as a link that opens it in the editor if the file is one of the project. */
function describePlace(place) {
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []
  const isOwn = file?.startsWith(state.root) && !/[\\/]node_modules[\\/]/.test(file)
  if (!state.editor || !isOwn) return make('span', { class: 'quiet mono' }, shortPath(place))
  const path = file.replaceAll('\\', '/').replace(/^(?!\/)/, '/')
  const encoded = path.split('/').map(encodeURIComponent).join('/').replace('%3A', ':')
  const href = state.editor
    .replaceAll('{file}', () => encoded)
    .replaceAll('{line}', line)
    .replaceAll('{column}', column)
  return make('a', { class: 'mono', href }, shortPath(place))
}

// The list

function isShown(request) {
  const { text, method, status } = Object.fromEntries(new FormData(filters))
  if (method && request.method !== method) return false
  if (status === 'error' && !request.hasError && request.status < 500) return false
  if (/^\d$/.test(status) && !String(request.status).startsWith(status)) return false
  const wanted = text.trim().toLowerCase()
  return !wanted || `${request.url} ${request.route ?? ''}`.toLowerCase().includes(wanted)
}

/** A stream or a connection that left HTTP says so instead of a time that grows for hours. */
function describeStatus({ status, isAborted, upgrade, stream }) {
  if (isAborted) return status === 0 ? 'no response' : `${status} aborted`
  if (stream?.isOpen || (upgrade?.isOpen && status === 101)) return `${status} open`
  return stream ? `${status} stream` : String(status)
}

/** Milliseconds until the response, or until a stream began. */
const responseTime = ({ duration, stream }) => stream?.headAfter ?? duration

function createRow(request) {
  const { id, time, method, url, route, status, size } = request
  const open = () => showRequest(id)
  return make(
    'tr',
    { 'data-id': id },
    make('td', {}, formatClock(time)),
    make('td', {}, method),
    make('td', { class: 'path' }, make('button', { type: 'button', click: open }, url)),
    make('td', { class: 'wide mono' }, route ?? ''),
    make('td', { class: classOf(status) }, describeStatus(request)),
    make('td', { class: 'number' }, formatTime(responseTime(request))),
    make('td', { class: 'number wide' }, formatSize(size)),
  )
}

/** The row of each request. Rows stay in place: a click on one that is replaced would be lost. */
const rows = new Map()

function rowFor(request) {
  const known = rows.get(request.id)
  if (known?.request === request) return known.row
  const row = createRow(request)
  known?.row.replaceWith(row)
  rows.set(request.id, { request, row })
  return row
}

function renderRows(shown) {
  const body = byId('rows')
  const ids = new Set(requests.map(({ id }) => id))
  for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id)
  const wanted = shown.map((request) => {
    const row = rowFor(request)
    row.classList.toggle('chosen', request.id === chosen)
    return row
  })
  let place = body.firstElementChild
  for (const row of wanted.reverse()) {
    if (row === place) place = place.nextElementSibling
    else body.insertBefore(row, place)
  }
  while (place !== null) {
    const next = place.nextElementSibling
    place.remove()
    place = next
  }
}

function renderList() {
  const shown = requests.filter(isShown)
  renderRows(shown)
  byId('empty').hidden = requests.length > 0
  renderCount(shown.length)
  const methods = [...new Set(requests.map(({ method }) => method))].sort()
  const select = filters.elements.method
  for (const method of methods) {
    const isKnown = [...select.options].some(({ value }) => value === method)
    if (!isKnown) select.append(make('option', { value: method }, method))
  }
}

function renderCount(shown) {
  const all = requests.length
  const text = shown === all ? `${all} requests` : `${shown} of ${all} requests`
  byId('count').textContent = waiting ? `${text}; paused, ${waiting.length} new` : text
}

/** Keeps the list as it is, so that it can be read while many requests arrive. */
function togglePause() {
  if (waiting) {
    addRequests(waiting)
    waiting = undefined
  } else waiting = []
  byId('pause').setAttribute('aria-pressed', String(waiting !== undefined))
  byId('pause').textContent = waiting ? 'Continue' : 'Pause'
  renderList()
}

/** Adds requests. One that is known, such as a WebSocket that was closed, keeps its place. */
function addRequests(news) {
  const known = new Map(requests.map((each) => [each.id, each]))
  for (const each of news) known.set(each.id, each)
  requests = [...known.values()].slice(-MAX_ROWS)
}

// New requests come up to five times in a second; a frame draws them all.
let isDrawn = true
function drawSoon() {
  if (!isDrawn) return
  isDrawn = false
  requestAnimationFrame(() => {
    isDrawn = true
    renderList()
  })
}

// One request

async function showRequest(id, isUpdate = false) {
  chosen = id
  const response = await fetch(`requests/${id}`)
  const record = await response.json()
  if (chosen !== id) return
  detail.replaceChildren(...(response.ok ? describe(record) : [make('p', {}, record.error)]))
  detail.hidden = false
  list.classList.add('behind')
  renderList()
  if (isUpdate) return
  detail.focus()
  detail.scrollTop = 0
}

function closeRequest() {
  const row = byId('rows').querySelector(`[data-id="${chosen}"] button`)
  chosen = undefined
  detail.hidden = true
  list.classList.remove('behind')
  renderList()
  row?.focus()
}

function describe(record) {
  const { method, url, status, duration, route, error, layers, output, upgrade, stream } = record
  return [
    make('h2', { class: 'mono' }, `${method} ${url}`),
    make(
      'p',
      {},
      make('span', { class: classOf(status) }, describeStatus(record)),
      ` · ${formatTime(responseTime(record))} ms · `,
      route === undefined ? 'no route matched' : make('code', {}, route),
    ),
    upgrade && describeUpgrade(upgrade, status),
    stream && describeStream(record),
    describeActions(record),
    error && section('Error', describeError(error)),
    section(
      'Timeline',
      layers.length > 0
        ? layers.map((layer) => describeLayer(layer, duration))
        : nothing('No handler of webapp ran, or details were not recorded.'),
    ),
    output.length > 0 &&
      section(
        'Console',
        make(
          'pre',
          { tabindex: '0' },
          ...output.map(({ stream, text }) =>
            make('span', { class: stream === 'stderr' ? 'failed' : '' }, text),
          ),
        ),
      ),
    value('Params', record.params),
    value('Query', record.query),
    section('Request headers', describeHeaders(record.requestHeaders)),
    body('Request body', record.requestBody, record.parsedBody),
    section('Response headers', describeHeaders(record.responseHeaders)),
    body('Response body', record.responseBody),
  ].filter(Boolean)
}

function describeUpgrade({ protocol, isOpen, received, sent }, status) {
  if (status !== 101 && status !== 200) return nothing(`A handshake for ${protocol} was refused.`)
  const bytes = received + sent > 0 && `${formatSize(received)} received, ${formatSize(sent)} sent`
  const state = isOpen ? 'The connection was open when this was recorded.' : 'Closed.'
  return nothing(['Connection of', protocol, '·', state, bytes].filter(Boolean).join(' '))
}

function describeStream({ stream, duration, responseBody }) {
  if (stream.isOpen) return nothing('A stream that was open when this was recorded.')
  const time = duration < 1000 ? `${formatTime(duration)} ms` : `${Math.round(duration / 1000)} s`
  return nothing(`A stream, closed after ${time} and ${formatSize(responseBody.size)}.`)
}

function section(title, ...content) {
  return make('section', { 'aria-label': title }, make('h3', {}, title), ...content.flat())
}

const nothing = (text) => make('p', { class: 'quiet' }, text)
const value = (title, text) => text && section(title, make('pre', { tabindex: '0' }, text))

function body(title, { size, text, note }, parsed) {
  if (size === 0 && !parsed) return undefined
  return section(
    `${title} (${formatSize(size)})`,
    text !== undefined && make('pre', { tabindex: '0' }, pretty(text)),
    note && nothing(note),
    parsed && make('p', { class: 'quiet' }, 'Parsed, with secrets masked:'),
    parsed && make('pre', { tabindex: '0' }, parsed),
  )
}

function pretty(text) {
  try {
    return /^[[{]/.test(text.trim()) ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}

function describeActions(record) {
  const message = make('span', { role: 'status', class: 'quiet' }, record.whyNotAgain ?? '')
  const say = (text) => {
    message.textContent = text
  }
  return make(
    'div',
    { class: 'actions' },
    make('button', { type: 'button', click: closeRequest }, 'Close'),
    make(
      'button',
      {
        type: 'button',
        disabled: Boolean(record.whyNotAgain),
        click: () => sendAgain(record.id, say),
      },
      'Send again',
    ),
    make(
      'button',
      { type: 'button', disabled: !record.curl, click: () => copy(record.curl, say) },
      'Copy as curl',
    ),
    make(
      'button',
      {
        type: 'button',
        'aria-pressed': String(isUnmasked),
        click: () => {
          isUnmasked = !isUnmasked
          showRequest(record.id)
        },
      },
      isUnmasked ? 'Hide secrets' : 'Show secrets',
    ),
    message,
  )
}

async function sendAgain(id, say) {
  say('Sending …')
  const response = await fetch(`requests/${id}/send`, { method: 'POST' })
  say(response.ok ? 'Sent; the new request is in the list.' : (await response.json()).error)
}

async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text)
    say('Copied, with its secrets.')
  } catch {
    // Without permission for the clipboard, the text can be selected.
    const area = make('textarea', { readonly: true, rows: '6', 'aria-label': 'curl command' })
    area.value = text
    detail.querySelector('.actions').after(area)
    area.select()
    say('Copy the selected text.')
  }
}

function describeHeaders(headers) {
  const rows = headers.map(({ name, value: text, masked }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      make('td', { class: 'mono' }, isUnmasked ? text : (masked ?? text)),
    ),
  )
  return make('table', { class: 'fields' }, make('tbody', {}, ...rows))
}

function describeError(error, depth = 0) {
  const own = error.frames.filter((frame) => frame.isOwn)
  return make(
    'div',
    {},
    make(
      'p',
      { class: 'failed' },
      `${depth > 0 ? 'Caused by ' : ''}${error.name}: ${error.message}`,
    ),
    ...own.map(({ call, file, line, column, canOpen }) => {
      const place = `${file}:${line}:${column}`
      const shown = canOpen ? describePlace(place) : shortPath(place)
      return make('p', { class: 'mono' }, shown, ` ${call}`)
    }),
    make('details', {}, make('summary', {}, 'Stack'), make('pre', { tabindex: '0' }, error.stack)),
    error.cause && describeError(error.cause, depth + 1),
  )
}

const OUTCOMES = { next: 'called next', answered: 'responded', failed: 'failed' }

function describeLayer(
  { name, route, mountPath, place, outcome, start, duration, handlesErrors },
  total,
) {
  const length = duration ?? total - start
  return make(
    'div',
    { class: 'layer' },
    make(
      'p',
      {},
      make('strong', { class: 'mono' }, name),
      handlesErrors && make('span', {}, 'error handler'),
      make(
        'span',
        { class: outcome === 'failed' ? 'failed' : 'quiet' },
        OUTCOMES[outcome] ?? 'not finished',
      ),
      make('span', {}, `${formatTime(length)} ms`),
      (route ?? mountPath) && make('span', { class: 'quiet mono' }, route ?? mountPath),
      place && describePlace(place),
    ),
    createBar(start, length, total),
  )
}

/** A bar in SVG: the policy of the page forbids style attributes. */
function createBar(start, length, total) {
  const whole = Math.max(total, start + length, 0.001)
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 1000 6')
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.setAttribute('aria-hidden', 'true')
  for (const [name, x, width] of [
    ['track', 0, 1000],
    ['', (start / whole) * 1000, Math.max(3, (length / whole) * 1000)],
  ]) {
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    rect.setAttribute('class', name)
    rect.setAttribute('x', String(Math.min(x, 997)))
    rect.setAttribute('width', String(width))
    rect.setAttribute('height', '6')
    svg.append(rect)
  }
  return svg
}

// Routes and settings

function renderRoutes() {
  const { routes } = state.counts
  const known = state.applications.flatMap((app) => app.routes)
  const slowest = [...routes].sort((one, other) => average(other) - average(one)).slice(0, 10)
  byId('routes').replaceChildren(
    make('h2', {}, 'Slowest routes'),
    slowest.length === 0
      ? nothing('No requests since the program started.')
      : createCounts(slowest),
    make('h2', {}, 'All routes'),
    known.length === 0
      ? nothing('The program has no routes of webapp.')
      : createTree(known, routes),
  )
}

const average = ({ totalTime, count }) => totalTime / count

function createCounts(routes) {
  const heads = ['Route', 'Count', 'Errors', 'Avg ms', 'Max ms']
  const rows = routes.map((each) =>
    make(
      'tr',
      {},
      make('td', { class: 'path' }, `${each.method} ${each.route}`),
      make('td', { class: 'number' }, String(each.count)),
      make('td', { class: each.errors > 0 ? 'number failed' : 'number' }, String(each.errors)),
      make('td', { class: 'number' }, formatTime(average(each))),
      make('td', { class: 'number' }, formatTime(each.maxTime)),
    ),
  )
  const head = make(
    'tr',
    {},
    ...heads.map((text, at) => make('th', { scope: 'col', class: at > 0 ? 'number' : '' }, text)),
  )
  return make(
    'div',
    { class: 'tablewrap', tabindex: '0' },
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)),
  )
}

/** Routes as a tree of the segments of their paths. */
function createTree(routes, counts) {
  const root = { children: new Map(), routes: [] }
  for (const route of routes) {
    let node = root
    for (const segment of route.path.split(/(?=\/)/).filter((each) => each !== '/')) {
      if (!node.children.has(segment))
        node.children.set(segment, { children: new Map(), routes: [] })
      node = node.children.get(segment)
    }
    node.routes.push(route)
  }
  return make('ul', { class: 'tree' }, ...createNodes(root, counts))
}

function createNodes(node, counts) {
  const own = node.routes.map((route) => {
    const uses = counts.filter(
      (each) =>
        each.route === route.path &&
        (route.method === 'ALL' ||
          each.method === route.method ||
          (route.method === 'GET' && each.method === 'HEAD')),
    )
    const count = uses.reduce((sum, each) => sum + each.count, 0)
    return make(
      'li',
      {},
      make(
        'p',
        {},
        make('strong', {}, route.method),
        make('span', { class: 'mono' }, route.path),
        make('span', {}, `${count} ${count === 1 ? 'request' : 'requests'}`),
        make('span', { class: 'quiet' }, route.handlers.join(', ')),
        route.dialect && make('span', { class: 'quiet' }, route.dialect),
        route.location && describePlace(route.location),
      ),
    )
  })
  const below = [...node.children].map(([segment, child]) => {
    const isLeaf = child.children.size === 0
    if (isLeaf) return createNodes(child, counts)
    return make(
      'li',
      {},
      make('p', { class: 'mono' }, segment),
      make('ul', {}, ...createNodes(child, counts)),
    )
  })
  return [...own, ...below.flat()]
}

function renderSettings() {
  const parts = state.applications.map(({ path, settings }) =>
    make(
      'section',
      { 'aria-label': `Application at ${path}` },
      make('h2', {}, `Application at ${path}`),
      make(
        'table',
        { class: 'fields' },
        make(
          'tbody',
          {},
          ...settings.map(([name, text]) =>
            make('tr', {}, make('th', { scope: 'row' }, name), make('td', { class: 'mono' }, text)),
          ),
        ),
      ),
    ),
  )
  byId('settings').replaceChildren(
    ...(parts.length > 0 ? parts : [nothing('The program has no application of webapp.')]),
  )
}

function renderState() {
  const { urls, counts } = state
  byId('program').textContent =
    state.state === 'running'
      ? urls.join(', ')
      : 'The program is starting or has ended; see the terminal.'
  const { seen, recorded } = counts
  byId('sampling').hidden = seen === recorded
  byId('sampling').textContent =
    `Sampled: ${recorded} of ${seen} requests were recorded, because more than 100 came in a second. Counts of routes include all.`
  renderRoutes()
  renderSettings()
}

// Tabs, as the ARIA practices describe them

const tabs = [...document.querySelectorAll('[role="tab"]')]
function choose(tab) {
  for (const each of tabs) {
    const isChosen = each === tab
    each.setAttribute('aria-selected', String(isChosen))
    each.tabIndex = isChosen ? 0 : -1
    byId(each.getAttribute('aria-controls')).hidden = !isChosen
  }
}
for (const [at, tab] of tabs.entries()) {
  tab.addEventListener('click', () => choose(tab))
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const next = tabs[(at + step + tabs.length) % tabs.length]
    choose(next)
    next.focus()
  })
}

filters.addEventListener('input', renderList)
filters.addEventListener('submit', (event) => event.preventDefault())
byId('pause').addEventListener('click', togglePause)
byId('clear').addEventListener('click', () => fetch('clear', { method: 'POST' }))
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !detail.hidden) closeRequest()
})

const events = new EventSource('events')
events.addEventListener('list', ({ data }) => {
  requests = JSON.parse(data)
  if (waiting) waiting = []
  drawSoon()
})
events.addEventListener('requests', ({ data }) => {
  if (waiting) {
    waiting = [...waiting, ...JSON.parse(data)].slice(-MAX_ROWS)
    renderCount(byId('rows').childElementCount)
    return
  }
  const news = JSON.parse(data)
  addRequests(news)
  drawSoon()
  if (news.some(({ id }) => id === chosen)) showRequest(chosen, true)
})
events.addEventListener('state', ({ data }) => {
  state = JSON.parse(data)
  renderState()
})
events.addEventListener('error', () => {
  byId('program').textContent =
    'webapp dev has ended. Start it again, and open the address that it prints.'
})
