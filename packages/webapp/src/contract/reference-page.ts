// The page is one document without other files, so that its policy can name the digests of its only
// style and script. The script writes text with `textContent` alone: nothing in a document or in a
// response can become markup.

export const STYLE = `
:root{color-scheme:light dark;--line:#8886;--soft:#8881;--link:#0550ae;--bad:#b3261e;--good:#116329}
@media(prefers-color-scheme:dark){:root{--link:#79b8ff;--bad:#ff8a80;--good:#7ee787}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,nav{padding:1rem;max-width:60rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
a{color:var(--link)}p{margin:.25rem 0}
code,pre,textarea,.path,.method{font-family:ui-monospace,monospace;font-size:.875rem}
pre,textarea{background:var(--soft);border:1px solid var(--line);border-radius:4px;padding:.5rem;margin:.25rem 0;white-space:pre-wrap;max-height:30rem;overflow:auto;width:100%}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:0 .75rem}
details[open]{padding-bottom:.75rem}
summary{cursor:pointer;padding:.6rem 0}
.method{display:inline-block;min-width:4.5rem;font-weight:700}
.old{text-decoration:line-through}.note{opacity:.8;font-size:.875rem}.bad{color:var(--bad)}.good{color:var(--good)}
label{display:block;margin:.5rem 0 0}
input,textarea,select,button{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:4px;padding:.4rem}
input,select{width:100%;max-width:30rem;display:block}
button{cursor:pointer;margin:.75rem 0;padding:.4rem 1.25rem;font-weight:600}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav ul{list-style:none;margin:0;padding:0}nav li{margin:.15rem 0}
@media(min-width:70rem){body{display:grid;grid-template-columns:20rem 1fr;grid-template-rows:auto 1fr}header{grid-column:1/3}nav{border-right:1px solid var(--line);position:sticky;top:0;max-height:100vh;overflow:auto}}
`

export const SCRIPT = String.raw`
const main = document.querySelector('main')
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const credentials = new Map()
let api

function make(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children.filter((child) => child !== undefined && child !== ''))
  return node
}

function resolve(node, depth = 0) {
  if (!node || typeof node.$ref !== 'string' || depth > 8) return node || {}
  if (!node.$ref.startsWith('#/')) return {}
  let found = api
  for (const key of node.$ref.slice(2).split('/')) {
    found = found && found[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return resolve(found, depth + 1)
}

function example(given, depth = 0) {
  const schema = resolve(given)
  if (schema.example !== undefined) return schema.example
  if (Array.isArray(schema.examples) && schema.examples.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = schema.anyOf || schema.oneOf
  if (choice) return example(choice[0], depth + 1)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => example(each, depth + 1)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return depth > 4 ? [] : [example(schema.items, depth + 1)]
  if (type === 'object' || schema.properties) {
    if (depth > 4) return {}
    return Object.fromEntries(Object.entries(schema.properties || {}).map(([name, each]) => [name, example(each, depth + 1)]))
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return false
  if (type === 'null') return null
  if (schema.format === 'date-time') return '2000-01-01T00:00:00Z'
  if (schema.format === 'email') return 'name@example.com'
  return type === 'string' ? 'text' : {}
}

function typeName(given) {
  if (given && given.$ref) return given.$ref.split('/').pop()
  const schema = given || {}
  const choice = schema.anyOf || schema.oneOf
  if (choice) return choice.map(typeName).join(' | ')
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (schema.type === 'array') return typeName(schema.items) + '[]'
  const type = [].concat(schema.type || 'any').join(' | ')
  return schema.format ? type + ' (' + schema.format + ')' : type
}

function showSchema(title, content) {
  const [[type, media] = []] = Object.entries(content || {})
  if (type === undefined) return ''
  return make('div', {}, make('p', { className: 'note' }, title, make('code', {}, type), ' ', typeName(media.schema)),
    make('pre', { tabIndex: 0 }, JSON.stringify(resolve(media.schema), null, 2)))
}

function firstExample(media) {
  const [given] = Object.values(media.examples || {})
  return given ? given.value : media.example ?? example(media.schema)
}

function field(form, id, text, note, control) {
  const labelled = Object.assign(control, { id })
  form.append(make('label', { htmlFor: id }, text, note ? make('span', { className: 'note' }, ' ' + note) : ''), labelled)
  return labelled
}

function createForm(path, method, operation, item) {
  const form = make('form', {}, make('h3', {}, 'Try it'))
  const prefix = operation.id + '-'
  const parameters = [...(item.parameters || []), ...(operation.parameters || [])].map((each) => resolve(each))
  const inputs = parameters.map((parameter) => {
    const input = make('input', { required: Boolean(parameter.required), autocomplete: 'off' })
    const value = parameter.example ?? (parameter.required ? example(parameter.schema) : undefined)
    if (value !== undefined && typeof value !== 'object') input.value = String(value)
    field(form, prefix + parameter.in + '-' + parameter.name, parameter.name, 'in ' + parameter.in + ', ' + typeName(parameter.schema) + (parameter.required ? ', required' : ''), input)
    return { parameter, input }
  })
  const [[type, media] = []] = Object.entries(resolve(operation.requestBody).content || {})
  let body
  if (type !== undefined) {
    body = make('textarea', { rows: 8, spellcheck: false })
    const value = firstExample(media)
    body.value = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    field(form, prefix + 'body', 'Body', type, body)
  }
  const output = make('div', { role: 'status' })
  output.setAttribute('aria-live', 'polite')
  form.append(make('button', { type: 'submit' }, 'Send'), output)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send({ path, method, inputs, type, body, operation }, output)
  })
  return form
}

function toRequest({ path, method, inputs, type, body, operation }) {
  const query = new URLSearchParams()
  const headers = new Headers()
  let target = path
  for (const { parameter, input } of inputs) {
    const { name } = parameter
    if (parameter.in === 'path') {
      const encode = (text) => encodeURIComponent(text)
      const text = parameter['x-wildcard'] ? input.value.split('/').map(encode).join('/') : encode(input.value)
      target = target.replace('{' + name + '}', () => text)
    } else if (input.value === '') continue
    else if (parameter.in === 'query') {
      const isList = resolve(parameter.schema).type === 'array'
      for (const each of isList ? input.value.split(',') : [input.value]) query.append(name, each)
    } else if (parameter.in === 'header') headers.set(name, input.value)
    else document.cookie = name + '=' + encodeURIComponent(input.value) + ';path=/;samesite=strict'
  }
  authorize(operation, headers, query)
  if (body !== undefined) headers.set('content-type', type)
  const [server] = api.servers || []
  const base = server ? server.url.replace(/\/$/, '') : ''
  const text = String(query)
  const url = new URL(base + target + (text ? '?' + text : ''), location.href)
  return [url, { method: method.toUpperCase(), headers, body: body && body.value }]
}

function authorize(operation, headers, query) {
  const schemes = (api.components || {}).securitySchemes || {}
  for (const name of (operation.security || api.security || []).flatMap((each) => Object.keys(each))) {
    const scheme = resolve(schemes[name])
    const value = credentials.get(name)
    if (!value) continue
    if (scheme.type === 'apiKey' && scheme.in === 'query') query.set(scheme.name, value)
    else if (scheme.type === 'apiKey' && scheme.in === 'header') headers.set(scheme.name, value)
    else if (scheme.type === 'http' && scheme.scheme === 'basic') headers.set('authorization', 'Basic ' + btoa(value))
    else headers.set('authorization', 'Bearer ' + value)
  }
}

async function send(form, output) {
  output.replaceChildren('Sending…')
  try {
    const [url, options] = toRequest(form)
    const response = await fetch(url, options)
    const text = await response.text()
    const fields = Array.from(response.headers, ([name, value]) => name + ': ' + value).join('\n')
    output.replaceChildren(
      make('p', { className: response.ok ? 'good' : 'bad' }, response.status + ' ' + response.statusText),
      make('pre', { tabIndex: 0 }, pretty(text) || '(no body)'),
      make('details', {}, make('summary', {}, 'Headers'), make('pre', { tabIndex: 0 }, fields)),
    )
  } catch (error) {
    output.replaceChildren(make('p', { className: 'bad' }, 'The request failed: ' + error.message))
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function showOperation(path, method, operation, item) {
  const heading = make('summary', {},
    make('span', { className: 'method' }, method.toUpperCase()), ' ',
    make('span', { className: operation.deprecated ? 'path old' : 'path' }, path), ' ', operation.summary || '')
  const details = make('details', { id: operation.id }, heading)
  const open = () => {
    if (!details.open || details.dataset.shown) return
    details.dataset.shown = 'yes'
    details.append(
      operation.deprecated ? make('p', { className: 'bad' }, 'Deprecated') : '',
      make('p', {}, operation.description || ''),
      showSchema('Body: ', resolve(operation.requestBody).content),
      make('h3', {}, 'Responses'),
      ...Object.entries(operation.responses || {}).flatMap(([status, given]) => {
        const response = resolve(given)
        return [make('p', {}, make('strong', {}, status), ' ', response.description || ''), showSchema('', response.content)].filter(Boolean)
      }),
      createForm(path, method, operation, item),
    )
  }
  details.addEventListener('toggle', open)
  return details
}

function showCredentials() {
  const schemes = Object.entries((api.components || {}).securitySchemes || {})
  if (schemes.length === 0) return ''
  const box = make('details', {}, make('summary', {}, 'Credentials'))
  for (const [name, given] of schemes) {
    const scheme = resolve(given)
    const input = make('input', { type: 'password', autocomplete: 'off' })
    input.addEventListener('input', () => credentials.set(name, input.value))
    field(box, 'credential-' + name, name, scheme.scheme === 'basic' ? 'basic, name:password' : scheme.scheme || scheme.in || scheme.type, input)
  }
  return box
}

function show() {
  const title = main.dataset.title || api.info.title
  document.title = title
  const groups = new Map((api.tags || []).map((tag) => [tag.name, { note: tag.description, operations: [] }]))
  let number = 0
  for (const [path, item] of Object.entries(api.paths || {})) {
    for (const method of METHODS.filter((each) => item[each])) {
      const operation = { ...item[method], id: 'operation-' + ++number }
      const name = (operation.tags || [])[0] || ''
      if (!groups.has(name)) groups.set(name, { operations: [] })
      groups.get(name).operations.push({ path, method, operation, item })
    }
  }
  document.querySelector('h1').replaceChildren(title, ' ', make('span', { className: 'note' }, api.info.version))
  document.querySelector('#about').textContent = api.info.description || ''
  const links = make('ul')
  main.replaceChildren(showCredentials())
  for (const [name, { note, operations }] of groups) {
    if (operations.length === 0) continue
    main.append(make('h2', {}, name || 'Operations'), note ? make('p', {}, note) : '')
    for (const { path, method, operation, item } of operations) {
      const details = showOperation(path, method, operation, item)
      const link = make('a', { href: '#' + operation.id }, method.toUpperCase() + ' ' + path)
      link.addEventListener('click', () => { details.open = true })
      links.append(make('li', {}, link))
      main.append(details)
    }
  }
  document.querySelector('nav').replaceChildren(links)
  const chosen = location.hash && document.getElementById(location.hash.slice(1))
  if (chosen) chosen.open = true
}

fetch(main.dataset.url, { headers: { accept: 'application/json' } })
  .then((response) => {
    if (!response.ok) throw new Error(response.status + ' ' + response.statusText)
    return response.json()
  })
  .then((document) => { api = document; show() })
  .catch((error) => {
    main.replaceChildren(make('p', { className: 'bad', role: 'alert' }, 'The document ' + main.dataset.url + ' cannot be shown: ' + error.message))
  })
`
