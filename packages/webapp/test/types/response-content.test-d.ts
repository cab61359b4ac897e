// Responses with several media types, streams and events, as handlers and clients see them.
import { z } from 'zod'
import { client } from '../../src/client.ts'
import {
  api,
  type ContractTypes,
  contract,
  type EventOf,
  eventStream,
  route,
  stream,
} from '../../src/contract.ts'
import { exactly } from './equal.ts'

const Note = z.object({ id: z.number(), at: z.date() })
const Person = z.object({ name: z.string() })

const events = { joined: Person, left: z.number() }
type Event = EventOf<typeof events>
exactly<
  | { readonly event: 'joined'; readonly data: { name: string } }
  | { readonly event: 'left'; readonly data: number }
>()(null as unknown as Event)

const responses = {
  200: { description: 'A note', 'application/json': Note, 'text/csv': z.string() },
  201: stream('text/csv'),
  202: stream('application/pdf'),
  203: eventStream(events),
  206: stream('application/jsonl', Note),
  207: { 'application/json': z.array(Note), 'application/x-ndjson': { items: Note } },
} as const
type Responses = ContractTypes<{ responses: typeof responses }>['responses'][0]
exactly<{ id: number; at: Date } | string>()(null as unknown as Responses[200])
exactly<string>()(null as unknown as Responses[201])
exactly<Uint8Array>()(null as unknown as Responses[202])
exactly<undefined>()(null as unknown as Responses[203])

const routes = api(
  route('GET', '/', contract({ responses }), (_req, res) => {
    res.json({ id: 1, at: new Date() })
    res.send('id,at')
    res.status(202).send(Buffer.from('%PDF'))
    // @ts-expect-error no media type has such a body
    res.json({ id: '1' })
  }),
)

export async function call(): Promise<void> {
  const response = await client<typeof routes>('http://localhost').get('/')
  if (response.status === 200) exactly<{ id: number; at: string } | string>()(response.body)
  if (response.status === 201) exactly<string>()(response.body)
  if (response.status === 202) exactly<Blob>()(response.body)
  if (response.status === 203) {
    for await (const event of response.body) {
      if (event.event === 'joined') exactly<{ name: string }>()(event.data)
      else exactly<number>()(event.data)
    }
  }
  if (response.status === 206) {
    for await (const note of response.body) exactly<{ id: number; at: string }>()(note)
  }
  if (response.status === 207) {
    const { body } = response
    if (Array.isArray(body)) exactly<{ id: number; at: string }[]>()(body)
  }
}

// @ts-expect-error a stream of events needs the schema of its items
contract({ responses: { 200: { 'text/event-stream': { item: Note } } } })
// @ts-expect-error items are for the types whose items a client reads
stream('text/csv', Note)
