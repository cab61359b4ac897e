import { inspect } from 'node:util'
import { isThenable } from '../errors/callback-errors.ts'
import type { StandardResult, StandardSchema } from './contract-types.ts'
import type { JsonSchema } from './json-schema.ts'
import { createValidate, isSchema } from './schema.ts'
import type { EventSchemas } from './stream-types.ts'

const EVENTS_TYPE = 'text/event-stream'
/** The types whose items a client can tell apart. */
const ITEM_TYPES: readonly unknown[] = [EVENTS_TYPE, 'application/jsonl', 'application/x-ndjson']

/** Registered, for several copies of the package. */
const kEvents = Symbol.for('webapp.events')

/** Describes a response that a handler streams: text, bytes, or items of a schema. */
export function createStream(contentType: unknown, items?: unknown): object {
  if (typeof contentType !== 'string' || !/^[\w.+-]+\/[\w.+-]+$/.test(contentType)) {
    throw new TypeError(
      `stream() takes a media type such as 'text/csv', got ${inspect(contentType, { depth: 0 })}`,
    )
  }
  if (items !== undefined) return { contentType, items: checkItems(contentType, items) }
  if (!/json/i.test(contentType) && contentType !== EVENTS_TYPE) {
    return { contentType, body: contentSchema(contentType) }
  }
  throw new TypeError(
    `stream('${contentType}') needs the schema of its items as the second argument; a body of ` +
      'JSON that is sent at once is described by its schema alone',
  )
}

function checkItems(contentType: string, items: unknown): unknown {
  if (!ITEM_TYPES.includes(contentType)) {
    throw new TypeError(
      `stream('${contentType}', items): items are for ${ITEM_TYPES.join(', ')}; leave them out`,
    )
  }
  if (isSchema(items)) return items
  throw new TypeError(
    `stream('${contentType}', items): items is not a schema, got ${inspect(items, { depth: 0 })}`,
  )
}

/** The schema of a content that has no values for a schema: any text, or any bytes. */
function contentSchema(contentType: string): StandardSchema {
  const isText = contentType.startsWith('text/')
  const json = { type: 'string', ...(!isText && { format: 'binary' }) }
  const fits = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array
  const expected = isText ? 'text' : 'bytes'
  return createSchema(json, (value) =>
    fits(value) ? { value } : { issues: [{ message: `Invalid input: expected ${expected}` }] },
  )
}

/** The schema of the events of a stream; documents describe each event by its own schema. */
export interface EventsSchema extends StandardSchema {
  readonly [kEvents]: EventSchemas
}

/** The schemas of the data of events, by name; undefined for any other schema. */
export function eventsOf(schema: unknown): EventSchemas | undefined {
  return (schema as Partial<EventsSchema>)[kEvents]
}

/** Describes a response of server-sent events, whose data has a schema for each name. */
export function createEventStream(events: EventSchemas): object {
  if (typeof events !== 'object' || events === null || isSchema(events)) {
    const given = inspect(events, { depth: 0 })
    throw new TypeError(`eventStream() takes an object such as { joined: schema }, got ${given}`)
  }
  const validators = new Map(
    Object.entries(events).map(([name, schema]) => [
      name,
      createValidate(schema, `the event ${name}`, false),
    ]),
  )
  const items = createSchema({}, (given) => {
    const { event = 'message', data } = Object(given) as { event?: unknown; data?: unknown }
    const validate = typeof event === 'string' ? validators.get(event) : undefined
    if (validate === undefined) {
      const names = [...validators.keys()].join(', ')
      return { issues: [{ message: `Invalid input: expected one of ${names}`, path: ['event'] }] }
    }
    const result = validate(data)
    return isThenable(result) ? result.then((each) => toEvent(event, each)) : toEvent(event, result)
  })
  Object.defineProperty(items, kEvents, { value: events })
  return { contentType: EVENTS_TYPE, items }
}

function toEvent(event: unknown, result: StandardResult<unknown>): StandardResult<unknown> {
  if (result.issues === undefined) return { value: { event, data: result.value } }
  const issues = result.issues.map((each) => ({ ...each, path: ['data', ...(each.path ?? [])] }))
  return { issues }
}

type Validated = StandardResult<unknown> | PromiseLike<StandardResult<unknown>>

function createSchema(json: JsonSchema, validate: (value: unknown) => Validated): StandardSchema {
  const standard = {
    version: 1,
    vendor: 'webapp',
    validate,
    jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
  }
  return { '~standard': standard } as StandardSchema // `validate` may return any thenable.
}
