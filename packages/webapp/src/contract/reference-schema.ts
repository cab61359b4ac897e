// The part of the script of the reference page that shows a schema as a tree. A level below the first
// one is made when it is opened, and a reference to a schema around it is not followed: schemas may
// refer to themselves.

export const SCHEMA_SCRIPT = `
const refName = (given) =>
  isObject(given) && typeof given.$ref === 'string' ? decode(given.$ref.split('/').pop()) : undefined

/** 'string', 'User[]', 'Cat | Dog': at most a few words for any schema. */
function typeOf(given, depth = 0) {
  if (given === false) return 'nothing'
  const name = refName(given)
  if (name !== undefined) return name
  if (depth > 3) return '…'
  const schema = resolve(given)
  const inner = (each) => typeOf(each, depth + 1)
  const join = (list, sign) => [...new Set(list.map(inner))].join(sign)
  if (listOf(schema.oneOf).length > 0) return join(schema.oneOf, ' | ')
  if (listOf(schema.anyOf).length > 0) return join(schema.anyOf, ' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === undefined && listOf(schema.allOf).length > 0) return join(schema.allOf, ' & ')
  const types = typesOf(schema).map((type) => {
    if (type !== 'array' || schema.items === undefined) return type
    const item = inner(schema.items)
    return (/ [|&] /.test(item) ? '(' + item + ')' : item) + '[]'
  })
  return types.join(' | ')
}

function typesOf(schema) {
  const types = schema.type === undefined ? [guessType(schema)] : [schema.type].flat()
  return schema.nullable === true ? [...types, 'null'] : types
}

function guessType(schema) {
  if (schema.properties || schema.additionalProperties) return 'object'
  if (schema.items || schema.prefixItems) return 'array'
  return schema.enum ? 'enum' : 'any'
}

const FACTS = [
  ['format', 'format '],
  ['minimum', '≥ '],
  ['maximum', '≤ '],
  ['exclusiveMinimum', '> '],
  ['exclusiveMaximum', '< '],
  ['multipleOf', 'multiple of '],
  ['minLength', 'length ≥ '],
  ['maxLength', 'length ≤ '],
  ['pattern', 'pattern '],
  ['minItems', 'items ≥ '],
  ['maxItems', 'items ≤ '],
  ['minProperties', 'members ≥ '],
  ['maxProperties', 'members ≤ '],
  ['contentMediaType', 'content '],
  ['contentEncoding', 'encoding '],
  ['default', 'default '],
  ['example', 'example '],
]
const FLAGS = { uniqueItems: 'unique items', readOnly: 'read only', writeOnly: 'write only', deprecated: 'deprecated' }

function showFacts(schema) {
  const facts = FACTS.flatMap(([name, label]) => {
    const value = schema[name]
    // In OpenAPI 3.0 these are true beside the limit itself.
    if (value === undefined || typeof value === 'boolean' && name.startsWith('exclusive')) return []
    return [make('li', {}, label, code(typeof value === 'string' ? value : JSON.stringify(value)))]
  })
  for (const [name, label] of Object.entries(FLAGS)) {
    if (schema[name] === true) facts.push(make('li', { className: name === 'deprecated' ? 'bad' : '' }, label))
  }
  if (schema.exclusiveMinimum === true) facts.push(make('li', {}, 'not the minimum itself'))
  if (schema.exclusiveMaximum === true) facts.push(make('li', {}, 'not the maximum itself'))
  if (schema.additionalProperties === false) facts.push(make('li', {}, 'no other members'))
  if (listOf(schema.enum).length > 0) {
    const values = schema.enum.flatMap((value) => [' ', code(JSON.stringify(value))])
    facts.push(make('li', {}, 'one of', values))
  }
  return facts.length > 0 ? make('ul', { className: 'facts' }, facts) : ''
}

/** The schemas inside of a schema, as groups of rows. */
function groupsIn(schema) {
  const required = new Set(listOf(schema.required))
  const members = entriesOf(schema.properties).map(([name, given]) => ({ name, given, isRequired: required.has(name) }))
  for (const [name, given] of entriesOf(schema.patternProperties)) members.push({ name: 'names like ' + name, given })
  if (isObject(schema.additionalProperties)) members.push({ name: 'any other name', given: schema.additionalProperties })
  const listed = (list) => listOf(list).map((given) => ({ given }))
  const single = (given) => (given === undefined ? [] : [{ given }])
  const positions = listOf(schema.prefixItems).map((given, at) => ({ name: String(at), given }))
  // The type of the array tells the type of its items already.
  const hasItems = isObject(schema.items) && Object.keys(schema.items).some((key) => key !== 'type')
  return [
    ['Members', members],
    ['Positions', positions],
    ['Each item', hasItems ? [{ given: schema.items }] : []],
    ['One of', listed(schema.oneOf)],
    ['Any of', listed(schema.anyOf)],
    ['All of', listed(schema.allOf)],
    ['Not', single(schema.not)],
    ['If', single(schema.if)],
    ['Then', single(schema.then)],
    ['Else', single(schema.else)],
    ['Contains', single(schema.contains)],
    ['Names of members', single(schema.propertyNames)],
  ].filter(([, rows]) => rows.length > 0)
}

/** Facts, description and contents of a schema; refs has the references that lead here. */
function showSchema(given, { refs, level } = { refs: [], level: 0 }) {
  if (!isObject(given)) return []
  const schema = resolve(given)
  const groups = groupsIn(schema)
  const shown = [showFacts(schema), ...prose(schema.description)]
  if (isObject(schema.discriminator)) {
    shown.push(make('p', {}, note('The member ', code(textOf(schema.discriminator.propertyName)), ' tells which one.')))
  }
  if (groups.length === 0) return shown
  const name = refName(given)
  if (refs.includes(given.$ref)) return [...shown, make('p', {}, note('The same as ', code(name), ' around it.'))]
  const inner = { refs: name === undefined ? refs : [...refs, given.$ref], level: level + 1 }
  const content = () => groups.map(([title, rows]) => showGroup(title, rows, inner))
  if (level === 0) return [...shown, ...content()]
  const summary = 'Show ' + groups.map(([title]) => title.toLowerCase()).join(', ')
  return [...shown, fold({ className: 'deeper' }, summary, content)]
}

function showGroup(title, rows, around) {
  const list = make('ul', { className: 'schema' }, rows.map((row) => showRow(row, around)))
  return title === 'Members' ? list : make('div', {}, make('p', { className: 'group' }, title), list)
}

function showRow({ name, given, isRequired, place }, around) {
  return make('li', {},
    make('div', { className: 'row' },
      name === undefined ? '' : make('span', { className: 'name' }, name), ' ',
      make('span', { className: 'type' }, typeOf(given)), ' ',
      place === undefined ? '' : note('in ' + place + ' '),
      isRequired ? make('span', { className: 'required' }, 'required') : ''),
    showSchema(given, around))
}

function showContent(title, content, hidden) {
  return entriesOf(content).flatMap(([type, given]) => {
    const media = isObject(given) ? given : {}
    // The items of a stream: OpenAPI has a member for their schema since 3.2.
    const items = media.itemSchema || media['x-itemSchema']
    const shown = items || media.schema
    const value = firstExample({ ...media, schema: shown }, hidden)
    return [
      make('p', { className: 'media' }, title, code(type), ' ', make('span', { className: 'type' }, items ? 'stream of ' + typeOf(shown) : typeOf(shown))),
      make('div', { className: 'tree' }, showSchema(shown)),
      value === undefined ? '' : fold({ className: 'deeper' }, 'Show an example', () => [pre(format(value))]),
    ]
  })
}

const format = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function firstExample(media, hidden) {
  const [given] = Object.values(isObject(media.examples) ? media.examples : {})
  if (given !== undefined) return resolve(given).value
  if (media.example !== undefined) return media.example
  return media.schema === undefined ? undefined : example(media.schema, hidden)
}

/**
 * A value that shows the shape of a schema, without the members that are readOnly or writeOnly. A
 * reference to a schema around it has no value; the depth bounds what references make of each other.
 */
function example(given, hidden, around = []) {
  if (isObject(given) && typeof given.$ref === 'string' && around.includes(given.$ref)) return undefined
  const schema = resolve(given)
  for (const value of [schema.example, listOf(schema.examples)[0], schema.default, schema.const, listOf(schema.enum)[0]]) {
    if (value !== undefined) return value
  }
  if (around.length > 8) return undefined
  const inner = [...around, isObject(given) ? given.$ref : undefined]
  const show = (each) => example(each, hidden, inner)
  const [first] = [...listOf(schema.oneOf), ...listOf(schema.anyOf)]
  if (first !== undefined) return show(first)
  const parts = listOf(schema.allOf).map(show)
  const own = exampleOfType(schema, hidden, show)
  return parts.length > 0 ? Object.assign({}, ...parts, isObject(own) ? own : {}) : own
}

const TEXTS = {
  'date-time': '2000-01-01T00:00:00Z',
  date: '2000-01-01',
  time: '00:00:00Z',
  email: 'name@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
}

function exampleOfType(schema, hidden, show) {
  const [type] = typesOf(schema)
  if (type === 'array') {
    const positions = listOf(schema.prefixItems)
    const items = positions.length > 0 || schema.items === undefined ? positions : [schema.items]
    return items.map(show).filter((value) => value !== undefined)
  }
  if (type === 'object') {
    const members = entriesOf(schema.properties).filter(([, each]) => resolve(each)[hidden] !== true)
    return Object.fromEntries(members.map(([name, each]) => [name, show(each)]))
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return false
  if (type === 'null') return null
  return type === 'string' ? TEXTS[schema.format] ?? 'text' : {}
}
`
