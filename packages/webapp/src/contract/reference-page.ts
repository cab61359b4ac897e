import { DOM_SCRIPT } from './reference-dom.ts'
import { REQUEST_SCRIPT } from './reference-request.ts'
import { SCHEMA_SCRIPT } from './reference-schema.ts'

// The page is one document without other files, so that its policy can name the digests of its only
// style and script. The script writes text with text nodes alone: nothing in a document or in a
// response can become markup.

type Colours = readonly [text: string, back: string]

/** The colours of a method on light and on dark, with a contrast of at least 4.5 to 1. */
const METHODS: Readonly<Record<string, readonly [light: Colours, dark: Colours]>> = {
  get: [
    ['#0550ae', '#ddf4ff'],
    ['#79c0ff', '#10233d'],
  ],
  post: [
    ['#116329', '#dafbe1'],
    ['#7ee787', '#12261e'],
  ],
  put: [
    ['#7d4e00', '#fff8c5'],
    ['#f2cc60', '#2b2111'],
  ],
  patch: [
    ['#6639ba', '#fbefff'],
    ['#d2a8ff', '#271d3d'],
  ],
  delete: [
    ['#a40e26', '#ffebe9'],
    ['#ffa198', '#3c1618'],
  ],
}

function colourMethods(theme: 0 | 1): string {
  return Object.entries(METHODS)
    .map(
      ([
        name,
        {
          [theme]: [text, back],
        },
      ]) => `.${name}{color:${text};background:${back}}`,
    )
    .join('')
}

export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1f2328;--muted:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--link:#0550ae;--bad:#b3261e;--good:#116329}
.method{color:#424a53;background:#eaeef2}${colourMethods(0)}
@media(prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--muted:#9da7b3;--line:#3d444d;--soft:#161b22;--link:#79b8ff;--bad:#ff8a80;--good:#7ee787}
.method{color:#d0d7de;background:#21262d}${colourMethods(1)}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back);overflow-wrap:anywhere}
header,main,nav,noscript{display:block;padding:1rem;max-width:64rem}
header{padding-bottom:0}main{min-width:0}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .4rem}
a{color:var(--link)}p{margin:.25rem 0}.prose{white-space:pre-line;margin:.4rem 0}
code,pre,textarea,.path,.method,.name,.type{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.85rem}
code{background:var(--soft);border-radius:4px;padding:.1em .3em}
pre,textarea{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.6rem;margin:.4rem 0;white-space:pre-wrap;max-height:30rem;overflow:auto;width:100%}
details{margin:.5rem 0}summary{cursor:pointer}
.box,.operation{border:1px solid var(--line);border-radius:8px;background:var(--back);scroll-margin-top:1rem}
.box>summary,.operation>summary{padding:.65rem .8rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .6rem;border-radius:8px}
.box>summary{font-weight:600}.box>summary::after,.operation>summary::after{content:"▾" / "";margin-left:auto;color:var(--muted)}details[open]>summary::after{transform:scaleY(-1)}
.operation>summary:hover,.box>summary:hover{background:var(--soft)}
.operation>.inside,.box>.inside{padding:.25rem .8rem .8rem;border-top:1px solid var(--line)}
.method{display:inline-block;min-width:4.4rem;text-align:center;font-weight:700;font-size:.75rem;line-height:1.6;border-radius:4px;padding:0 .4rem}
.path{font-weight:600}.old{text-decoration:line-through}.about{flex:1 1 12rem;color:var(--muted)}.about:empty{display:none}
.note,.type,.facts,.media,.group{color:var(--muted);font-size:.85rem}
.bad,.required{color:var(--bad)}.good{color:var(--good)}.good,p.bad{font-weight:600}.required{font-size:.8rem}
.schema{list-style:none;margin:.25rem 0;padding:0 0 0 .75rem;border-left:2px solid var(--line)}
.schema>li{padding:.3rem 0}.schema>li+li{border-top:1px solid var(--soft)}
.row{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline}.name{font-weight:600}
.facts{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem .9rem;margin:0;padding:0}
.group{margin-top:.5rem}.deeper>summary{color:var(--link);font-size:.85rem}.deeper .prose,.schema .prose{font-size:.9rem;margin:.15rem 0}
.status{font-weight:700;margin-right:.5rem}.response{margin:.75rem 0}
fieldset{border:1px solid var(--line);border-radius:6px;margin:.6rem 0;padding:.4rem .8rem .8rem;min-width:0}legend{font-weight:600;padding:0 .3rem}
label{display:block;margin:.6rem 0 .2rem;font-weight:600;font-size:.9rem}label .note{font-weight:400}
input,textarea,select,button{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--muted);border-radius:6px;padding:.45rem .6rem}
input,select{width:100%;max-width:32rem;display:block}
button{cursor:pointer;margin:.8rem 0;padding:.45rem 1.4rem;font-weight:600}
button[type=submit]{background:#0550ae;border-color:#0550ae;color:#fff}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav summary{font-weight:600}nav summary~div{margin-top:.6rem}nav ul{list-style:none;margin:0;padding:0}nav p{font-weight:600;margin:1rem 0 .25rem;font-size:.9rem}
nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.25rem .2rem;text-decoration:none;color:inherit;border-radius:4px}
nav li a:hover{background:var(--soft)}nav .method{min-width:3.9rem}nav .path{font-weight:400}
@media(max-width:69.99rem){nav{padding-bottom:0}}
@media(min-width:70rem){body{display:grid;grid-template-columns:22rem minmax(0,1fr);grid-template-rows:auto 1fr}header{grid-column:1/3;padding:1.5rem 1.5rem .5rem}nav{border-right:1px solid var(--line);position:sticky;top:0;max-height:100vh;overflow:auto;padding-left:1.5rem}main{padding:1rem 2rem 4rem}}
`

const PAGE_SCRIPT = String.raw`
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

const badge = (method) => make('span', { className: 'method ' + method.toLowerCase() }, method.toUpperCase())

/** The operations of a path; those of other methods have a member of their own since OpenAPI 3.2. */
const operationsOf = (item) => [...METHODS.map((method) => [method, item[method]]), ...entriesOf(item.additionalOperations)]

/** The operations by their first tag, in the order of the document. */
function readOperations() {
  const groups = new Map(listOf(api.tags).filter(isObject).map((tag) => [textOf(tag.name), { about: tag.description, entries: [] }]))
  const ids = new Set()
  for (const [path, given] of entriesOf(api.paths)) {
    const item = resolve(given)
    for (const [method, operation] of operationsOf(item).filter(([, each]) => isObject(each))) {
      const name = textOf(listOf(operation.tags)[0])
      const wanted = 'operation-' + (textOf(operation.operationId) || method + path)
      const id = ids.has(wanted) ? wanted + '-' + ids.size : wanted
      ids.add(id)
      if (!groups.has(name)) groups.set(name, { entries: [] })
      groups.get(name).entries.push({ path, method, operation, item, id })
    }
  }
  return [...groups].filter(([, { entries }]) => entries.length > 0)
}

function showOperation(entry) {
  const { path, method, operation, item, id } = entry
  const summary = [badge(method), make('span', { className: operation.deprecated ? 'path old' : 'path' }, path), make('span', { className: 'about' }, textOf(operation.summary || item.summary))]
  return fold({ id, className: 'operation' }, summary, () => [
    operation.deprecated ? make('p', { className: 'bad' }, 'Deprecated') : '',
    ...prose(operation.description || item.description),
    isObject(operation.externalDocs) ? make('p', {}, linkTo(operation.externalDocs.url, operation.externalDocs.description)) : '',
    showSecurity(operation),
    ...showParameters(entry),
    ...showBody(resolve(operation.requestBody)),
    make('h3', {}, 'Responses'),
    ...entriesOf(operation.responses).map(([status, given]) => showAnswer(status, resolve(given))),
    createForm(entry),
  ])
}

function showParameters(entry) {
  const rows = parametersOf(entry).map((parameter) => ({
    name: textOf(parameter.name),
    place: textOf(parameter.in),
    given: { ...resolve(schemaOf(parameter)), ...(parameter.description && { description: parameter.description }), ...(parameter.deprecated && { deprecated: true }) },
    isRequired: parameter.in === 'path' || parameter.required === true,
  }))
  return rows.length === 0 ? [] : [make('h3', {}, 'Parameters'), showGroup('Members', rows, { refs: [], level: 1 })]
}

function showBody({ content, description, required }) {
  if (content === undefined) return []
  return [make('h3', {}, 'Body', required ? make('span', { className: 'required' }, ' required') : ''), ...prose(description), ...showContent('', content, 'readOnly')]
}

function showAnswer(status, response) {
  const isGood = /^[123]/.test(status)
  const headers = entriesOf(response.headers).map(([name, given]) => {
    const header = resolve(given)
    return { name, given: { ...resolve(schemaOf(header)), ...(header.description && { description: header.description }) }, isRequired: header.required === true }
  })
  return make('div', { className: 'response' },
    make('p', {}, make('span', { className: isGood ? 'status good' : 'status' }, status), ' ', textOf(response.description)),
    headers.length === 0 ? '' : fold({ className: 'deeper' }, 'Show headers', () => [showGroup('Members', headers, { refs: [], level: 1 })]),
    showContent('', response.content, 'writeOnly'))
}

function showSchemas() {
  const schemas = entriesOf(isObject(api.components) ? api.components.schemas : undefined)
  if (schemas.length === 0) return []
  const shown = schemas.map(([name, given]) =>
    fold({ className: 'box' }, [make('span', { className: 'name' }, name)], () => [make('p', { className: 'type' }, typeOf(given)), ...showSchema(given)]))
  return [make('h2', {}, 'Schemas'), ...shown]
}

function showAbout() {
  const info = isObject(api.info) ? api.info : {}
  const title = main.dataset.title || textOf(info.title) || 'API reference'
  document.title = title
  document.querySelector('h1').replaceChildren(title, ' ', note(textOf(info.version)))
  const { contact, license, termsOfService } = info
  const links = [
    termsOfService && linkTo(termsOfService, 'Terms of service'),
    isObject(contact) && linkTo(contact.url || 'mailto:' + contact.email, contact.name || contact.email),
    isObject(license) && linkTo(license.url, license.name),
    isObject(api.externalDocs) && linkTo(api.externalDocs.url, api.externalDocs.description),
    make('a', { href: main.dataset.url }, 'The document'),
  ].filter(Boolean)
  document.querySelector('#about').replaceChildren(...prose(info.description), make('p', { className: 'note' }, links.flatMap((each) => [each, ' · ']).slice(0, -1)))
}

/** On a narrow screen the list of operations is folded. */
function showNavigation(groups) {
  const all = []
  const lists = groups.map(([name, { entries }]) => {
    const items = entries.map(({ path, method, id }) => {
      const item = make('li', {}, make('a', { href: '#' + id }, badge(method), ' ', make('span', { className: 'path' }, path)))
      all.push([item, (method + ' ' + path).toLowerCase()])
      return item
    })
    return make('div', {}, name ? make('p', {}, name) : '', make('ul', {}, items))
  })
  const filter = make('input', { type: 'search', autocomplete: 'off', spellcheck: false })
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/)
    for (const [item, text] of all) item.hidden = !words.every((word) => text.includes(word))
    for (const list of lists) list.hidden = !list.querySelector('li:not([hidden])')
  })
  const box = make('div')
  labelled(box, 'filter', ['Filter'], filter)
  const wide = matchMedia('(min-width:70rem)')
  const details = make('details', { open: wide.matches }, make('summary', {}, all.length + (all.length === 1 ? ' operation' : ' operations')), box, lists)
  wide.addEventListener('change', () => { details.open = wide.matches })
  document.querySelector('nav').replaceChildren(details)
}

function openTarget() {
  const target = document.getElementById(decode(location.hash.slice(1)))
  if (target === null || target.tagName !== 'DETAILS') return
  target.open = true
  target.scrollIntoView()
}

function show() {
  const groups = readOperations()
  showAbout()
  main.replaceChildren(...[showServers(), showCredentials()].filter(Boolean))
  for (const [name, { about, entries }] of groups) {
    main.append(make('h2', {}, name || 'Operations'), ...prose(about), ...entries.map(showOperation))
  }
  main.append(...showSchemas())
  showNavigation(groups)
  addEventListener('hashchange', openTarget)
  document.addEventListener('click', ({ target }) => {
    const link = target.closest('a[href^="#"]')
    // The same address again does not change the hash.
    if (link !== null && link.hash === location.hash) openTarget()
  })
  openTarget()
}

fetch(main.dataset.url, { headers: { accept: 'application/json' } })
  .then((response) => {
    if (!response.ok) throw new Error(response.status + ' ' + response.statusText)
    return response.json()
  })
  .then((read) => {
    if (!isObject(read)) throw new Error('it is not an object')
    api = read
    show()
  })
  .catch((error) => {
    main.replaceChildren(make('p', { className: 'bad', role: 'alert' }, 'The document ' + main.dataset.url + ' cannot be shown: ' + error.message))
  })
`

export const SCRIPT = DOM_SCRIPT + SCHEMA_SCRIPT + REQUEST_SCRIPT + PAGE_SCRIPT
