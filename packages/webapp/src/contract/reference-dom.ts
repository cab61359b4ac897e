// The first part of the script of the reference page: elements, and safe reads of a document that may
// have any shape. Text of the document becomes text nodes alone, so nothing in it becomes markup.

export const DOM_SCRIPT = String.raw`
const main = document.querySelector('main')
let api = {}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const entriesOf = (value) => (isObject(value) ? Object.entries(value) : [])
const listOf = (value) => (Array.isArray(value) ? value : [])
const textOf = (value) => (typeof value === 'string' ? value : '')

function make(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ''))
  return node
}

const code = (text) => make('code', {}, text)
const note = (...children) => make('span', { className: 'note' }, ...children)
const pre = (text) => make('pre', { tabIndex: 0 }, text)

/** A part that is made when it is opened for the first time. */
function fold(properties, summary, build) {
  const details = make('details', properties, make('summary', {}, summary))
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return
    details.append(make('div', { className: 'inside' }, ...build()))
  })
  return details
}

/** Paragraphs, with code spans: a part of CommonMark that needs no markup. */
function prose(text) {
  const paragraphs = textOf(text).trim().split(/\n\s*\n/).filter(Boolean)
  return paragraphs.map((paragraph) => {
    const parts = paragraph.split(/\x60([^\x60]+)\x60/)
    return make('p', { className: 'prose' }, parts.map((part, at) => (at % 2 === 1 ? code(part) : part)))
  })
}

/** A link, if the address is one of the web. */
function linkTo(address, text) {
  try {
    const { protocol, href } = new URL(address)
    if (/^(https?|mailto):$/.test(protocol)) return make('a', { href, rel: 'noreferrer' }, textOf(text) || address)
  } catch {}
  return textOf(text) || textOf(address)
}

function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a reference leads to, with the members beside it; an empty object if it leads nowhere. */
function resolve(node, depth = 0) {
  if (!isObject(node)) return {}
  if (typeof node.$ref !== 'string') return node
  if (depth > 8 || !node.$ref.startsWith('#/')) return {}
  let found = api
  for (const key of node.$ref.slice(2).split('/')) {
    const name = decode(key).replaceAll('~1', '/').replaceAll('~0', '~')
    found = typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? found[name] : undefined
  }
  const { $ref, ...own } = node
  return { ...resolve(found, depth + 1), ...own }
}
`
