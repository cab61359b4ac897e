// The part of the script of the reference page that signs in, and builds and sends requests.

export const REQUEST_SCRIPT = String.raw`
const credentials = new Map()
const cookies = new Set()
let server = { url: '' }

const schemesOf = () => (isObject(api.components) && isObject(api.components.securitySchemes) ? api.components.securitySchemes : {})

function schemeOf(name) {
  return Object.hasOwn(schemesOf(), name) ? resolve(schemesOf()[name]) : {}
}

/** basic, bearer (also OAuth and OpenID Connect: a token), apiKey, cookie */
function kindOf(scheme) {
  if (scheme.type === 'apiKey') return scheme.in === 'cookie' ? 'cookie' : 'apiKey'
  return scheme.type === 'http' && textOf(scheme.scheme).toLowerCase() === 'basic' ? 'basic' : 'bearer'
}

const HELP = {
  basic: 'Name and password (HTTP Basic).',
  bearer: 'A token, sent in the header Authorization.',
  apiKey: 'A key, sent as ',
  cookie: 'The browser sends the cookie by itself after an operation of this API has set it. Or give its value here: cookie ',
}

function showCredentials() {
  const names = Object.keys(schemesOf())
  if (names.length === 0) return ''
  const box = make('details', { id: 'sign-in', className: 'box' }, make('summary', {}, 'Sign in'))
  const info = make('p', { className: 'note' }, 'Only this page keeps these values, until it is closed.')
  box.append(make('div', { className: 'inside' }, info, names.map(showCredential)))
  return box
}

function showCredential(name) {
  const scheme = schemeOf(name)
  const kind = kindOf(scheme)
  const key = kind === 'apiKey' ? [code(textOf(scheme.name)), ' in ' + textOf(scheme.in) + '.'] : []
  const cookie = kind === 'cookie' ? [code(textOf(scheme.name)), '.'] : []
  const set = make('fieldset', {}, make('legend', {}, name), prose(scheme.description), make('p', {}, note(HELP[kind], key, cookie)))
  const add = (label, type, part) => {
    const input = make('input', { type, autocomplete: 'off', spellcheck: false })
    input.addEventListener('input', () => credentials.set(name, { ...credentials.get(name), [part]: input.value }))
    labelled(set, 'sign-in-' + name + '-' + part, [label], input)
  }
  if (kind === 'basic') add('User of ' + name, 'text', 'user')
  add(kind === 'basic' ? 'Password of ' + name : 'Value of ' + name, 'password', 'value')
  return set
}

function hasCredential(name) {
  const { user = '', value = '' } = credentials.get(name) || {}
  return user !== '' || value !== ''
}

const securityOf = (operation) => listOf(operation.security === undefined ? api.security : operation.security)

/** The first alternative that was filled in, else one of cookies: the browser may have them. */
function chosenSecurity(operation) {
  const all = securityOf(operation).map((each) => Object.keys(isObject(each) ? each : {})).filter((names) => names.length > 0)
  const isCookie = (name) => kindOf(schemeOf(name)) === 'cookie'
  return all.find((names) => names.every(hasCredential))
    || all.find((names) => names.every((name) => hasCredential(name) || isCookie(name)))
    || []
}

function showSecurity(operation) {
  const names = securityOf(operation).map((each) => Object.keys(isObject(each) ? each : {}).join(' and ') || 'nothing')
  if (names.length === 0) return ''
  return make('p', {}, note('Needs ', make('a', { href: '#sign-in' }, names.join(', or '))))
}

function authorize(operation, headers, query) {
  let isCookie = false
  for (const name of chosenSecurity(operation)) {
    const scheme = schemeOf(name)
    const kind = kindOf(scheme)
    const { user = '', value = '' } = credentials.get(name) || {}
    if (kind === 'basic') headers.set('authorization', 'Basic ' + toBase64(user + ':' + value))
    else if (kind === 'bearer') headers.set('authorization', authorizationOf(scheme, value))
    else if (kind === 'cookie') {
      isCookie = true
      setCookie(textOf(scheme.name), value)
    } else if (scheme.in === 'query') query.set(scheme.name, value)
    else headers.set(textOf(scheme.name), value)
  }
  return isCookie
}

function authorizationOf(scheme, value) {
  const name = scheme.type === 'http' ? textOf(scheme.scheme) : ''
  return (name === '' || name.toLowerCase() === 'bearer' ? 'Bearer' : name) + ' ' + value
}

const toBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** Sets a cookie of the page's origin, and takes back one that was set here before. */
function setCookie(name, value) {
  if (!/^[\w!#$%&'*+.^|~-]+$/.test(name) || (value === '' && !cookies.has(name))) return
  cookies.add(name)
  document.cookie = name + '=' + encodeURIComponent(value) + ';path=/;samesite=strict' + (value === '' ? ';max-age=0' : '')
}

function labelled(parent, id, text, control) {
  parent.append(make('label', { htmlFor: id }, text), Object.assign(control, { id }))
  return control
}

function makeControl(given, { isRequired = false, value } = {}) {
  const schema = resolve(given)
  const choices = schema.type === 'boolean' ? [true, false] : listOf(schema.enum)
  const text = value === undefined ? '' : format(value)
  if (choices.length > 0) {
    const list = (isRequired ? choices : ['', ...choices]).map(String)
    return Object.assign(make('select', { required: isRequired }, list.map((each) => make('option', { value: each }, each || '–'))), {
      value: list.includes(text) ? text : list[0],
    })
  }
  const isNumber = typesOf(schema).some((type) => type === 'integer' || type === 'number')
  return make('input', { required: isRequired, autocomplete: 'off', spellcheck: false, value: text, inputMode: isNumber ? 'decimal' : '' })
}

function isFile(given) {
  const schema = resolve(given)
  if (schema.type === 'array') return isFile(schema.items)
  return schema.format === 'binary' || (schema.contentMediaType !== undefined && schema.contentEncoding === undefined)
}

/** The controls of a body; read() returns it, with its type if the browser does not know that. */
function makeBody(parent, prefix, type, media) {
  const isForm = type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded'
  const { properties, required } = resolve(media.schema)
  if (isForm && entriesOf(properties).length > 0) {
    const fields = entriesOf(properties).map(([name, given]) => {
      const isRequired = listOf(required).includes(name)
      const control = isFile(given)
        ? make('input', { type: 'file', multiple: resolve(given).type === 'array', required: isRequired })
        : makeControl(given, { isRequired, value: isRequired ? example(given, 'readOnly') : undefined })
      labelled(parent, prefix + 'field-' + name, [name, note(' ' + typeOf(given) + (isRequired ? ', required' : ''))], control)
      return [name, control]
    })
    const isMultipart = type === 'multipart/form-data'
    return () => readForm(fields, isMultipart ? new FormData() : new URLSearchParams())
  }
  if (isFile(media.schema) || /^(image|audio|video)\/|octet-stream/.test(type)) {
    const input = labelled(parent, prefix + 'body', ['Body ', note(type)], make('input', { type: 'file' }))
    return () => ({ type, content: input.files[0] })
  }
  const area = make('textarea', { rows: 8, spellcheck: false, value: format(firstExample(media, 'readOnly') ?? '') })
  labelled(parent, prefix + 'body', ['Body ', note(type)], area)
  return () => ({ type, content: area.value === '' ? undefined : area.value })
}

function readForm(fields, form) {
  for (const [name, control] of fields) {
    if (control.files) for (const file of control.files) form.append(name, file)
    else if (control.value !== '') form.append(name, control.value)
  }
  return { content: form }
}

/** Parameters of the operation, and those of its path that it does not declare again. */
function parametersOf({ operation, item }) {
  const found = new Map()
  for (const given of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = resolve(given)
    found.set(parameter.in + ' ' + parameter.name, parameter)
  }
  return [...found.values()]
}

const schemaOf = (parameter) => parameter.schema ?? Object.values(isObject(parameter.content) ? parameter.content : {})[0]?.schema

function createForm(entry) {
  const { operation, id } = entry
  const form = make('form', {}, make('h3', {}, 'Try it'))
  const prefix = id + '-'
  const inputs = parametersOf(entry).map((parameter) => {
    const isRequired = parameter.in === 'path' || parameter.required === true
    const value = parameter.example ?? (isRequired ? example(schemaOf(parameter), 'readOnly') : undefined)
    const input = makeControl(schemaOf(parameter), { isRequired, value })
    const about = ' in ' + parameter.in + (isRequired ? ', required' : '')
    labelled(form, prefix + parameter.in + '-' + parameter.name, [textOf(parameter.name), note(about)], input)
    return { parameter, input }
  })
  const readBody = addBody(form, prefix, resolve(operation.requestBody))
  const output = make('div', { role: 'status' })
  const stop = make('button', { type: 'button', hidden: true }, 'Stop')
  form.append(make('button', { type: 'submit' }, 'Send'), ' ', stop, output)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send({ ...entry, inputs, readBody }, output, stop)
  })
  return form
}

/** With several media types, a choice between them. */
function addBody(form, prefix, { content }) {
  const types = entriesOf(content).map(([type, media]) => [type, isObject(media) ? media : {}])
  if (types.length === 0) return () => ({})
  const box = make('div')
  let read = () => ({})
  const show = (at) => {
    box.replaceChildren()
    read = makeBody(box, prefix, ...types[at])
  }
  if (types.length > 1) {
    const select = make('select', {}, types.map(([type], at) => make('option', { value: String(at) }, type)))
    select.addEventListener('change', () => show(Number(select.value)))
    labelled(form, prefix + 'type', ['Media type'], select)
  }
  form.append(box)
  show(0)
  return () => read()
}

function toRequest({ path, method, operation, inputs, readBody }) {
  const query = new URLSearchParams()
  const headers = new Headers()
  let target = path
  for (const { parameter, input } of inputs) {
    const { name } = parameter
    if (parameter.in === 'path') {
      const text = parameter['x-wildcard'] ? input.value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(input.value)
      target = target.replace('{' + name + '}', () => text)
    } else if (input.value === '') continue
    else if (parameter.in === 'query') addQuery(query, parameter, input.value)
    else if (parameter.in === 'header') headers.set(name, input.value)
    else setCookie(textOf(name), input.value)
  }
  const isCookie = authorize(operation, headers, query)
  const { type, content } = readBody()
  if (type !== undefined && content !== undefined) headers.set('content-type', type)
  const text = String(query)
  const url = new URL(serverUrl() + target + (text ? '?' + text : ''), new URL(main.dataset.url, location.href))
  // Another origin gets cookies only if its scheme asks for one.
  return [url, { method: method.toUpperCase(), headers, body: content, credentials: isCookie ? 'include' : 'same-origin' }]
}

function addQuery(query, parameter, text) {
  const { name, style, explode } = parameter
  const schema = resolve(schemaOf(parameter))
  const isList = typesOf(schema).includes('array')
  if (style === 'deepObject' && text.startsWith('{')) {
    for (const [key, value] of entriesOf(JSON.parse(text))) query.append(name + '[' + key + ']', format(value))
  } else if (isList && explode !== false) for (const each of readList(text)) query.append(name, each)
  else query.append(name, text)
}

/** 'a,b', or the JSON of the example. */
const readList = (text) => (text.startsWith('[') ? JSON.parse(text).map(format) : text.split(','))

/** The address of the chosen server, with the defaults of its variables. */
function serverUrl() {
  const variables = isObject(server.variables) ? server.variables : {}
  const fill = (whole, name) => (Object.hasOwn(variables, name) ? textOf(variables[name].default) : whole)
  return textOf(server.url).replace(/\{([^}]*)\}/g, fill).replace(/\/$/, '')
}

function showServers() {
  const servers = listOf(api.servers).filter(isObject)
  server = servers[0] || { url: '' }
  if (servers.length < 2) return ''
  const select = make('select', {}, servers.map((each, at) => make('option', { value: String(at) }, textOf(each.description) || textOf(each.url))))
  select.addEventListener('change', () => {
    server = servers[Number(select.value)]
  })
  const box = make('div', { className: 'servers' })
  labelled(box, 'server', ['Server'], select)
  return box
}

const LIMIT = 1000000
const TEXT = /^text\/|^application\/([\w.-]+\+)?(json|xml|yaml|javascript|x-ndjson|x-www-form-urlencoded)\b/

async function send(entry, output, stop) {
  const control = new AbortController()
  let url
  stop.hidden = false
  stop.onclick = () => control.abort()
  output.replaceChildren('Sending…')
  try {
    const [target, options] = toRequest(entry)
    url = target
    const response = await fetch(url, { ...options, signal: control.signal })
    await showResponse(response, output)
  } catch (error) {
    if (control.signal.aborted) output.append(make('p', { className: 'note' }, 'Stopped.'))
    else output.replaceChildren(make('p', { className: 'bad' }, 'The request failed: ' + error.message), hintFor(url))
  } finally {
    stop.hidden = true
  }
}

/** A browser does not tell why it refused a request to another origin. */
function hintFor(url) {
  if (url === undefined || url.origin === location.origin) return ''
  const { origin } = url
  return make('p', { className: 'note' }, origin + ' must allow this page by CORS, and the page must be made with ', code("reference(url, { connect: ['" + origin + "'] })"), '.')
}

/** Shows a body while it arrives: that of an event stream has no end. */
async function showResponse(response, output) {
  const type = response.headers.get('content-type') || ''
  const fields = Array.from(response.headers, ([name, value]) => name + ': ' + value).join('\n')
  const status = make('p', { className: response.ok ? 'good' : 'bad' }, response.status + ' ' + response.statusText)
  const head = make('details', {}, make('summary', {}, 'Headers'), pre(fields))
  const body = pre('')
  output.replaceChildren(status, body, head)
  if (!TEXT.test(type) && type !== '') {
    const content = await response.blob()
    body.replaceWith(content.size === 0 ? pre('(no body)') : saveLink(content))
    return
  }
  const reader = response.body ? response.body.getReader() : undefined
  const decoder = new TextDecoder()
  let text = ''
  while (reader !== undefined && text.length < LIMIT) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
    body.textContent = text
  }
  if (text.length >= LIMIT) reader.cancel()
  body.textContent = pretty(text) || '(no body)'
}

function saveLink(content) {
  const href = URL.createObjectURL(content)
  return make('p', {}, content.size + ' bytes of ' + content.type + ': ', make('a', { href, download: 'response' }, 'save them'))
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
`
