import { Agent, request } from 'node:https'
import { Client } from '../../examples/notes/test/faults/client.ts'

export interface Visit {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly status: number
  path(note: string): string
}

export const visits = {
  page: { name: 'page', method: 'GET', status: 200, path: () => '/notes' },
  note: { name: 'note', method: 'GET', status: 200, path: (note) => `/api/v1/notes/${note}` },
  list: { name: 'list', method: 'GET', status: 200, path: () => '/api/v1/notes' },
  write: { name: 'write', method: 'POST', status: 201, path: () => '/api/v1/notes' },
} satisfies Record<string, Visit>

/** What twenty requests of people are: they read much more than they write. */
export const mix: readonly Visit[] = [
  ...Array<Visit>(10).fill(visits.note),
  ...Array<Visit>(5).fill(visits.page),
  ...Array<Visit>(4).fill(visits.list),
  visits.write,
]

interface Person {
  readonly headers: Record<string, string>
  readonly note: string
}

/** People with sessions and kept connections, who send requests as fast as they get responses. */
export class Visitors {
  readonly #port: number
  readonly #people: Person[] = []
  readonly #agent: Agent

  private constructor(port: number, connections: number) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  static async signUp(port: number, connections: number): Promise<Visitors> {
    const visitors = new Visitors(port, connections)
    for (let at = 0; at < connections; at++) {
      const client = new Client(port, `visitor-${at}`)
      await client.signUp()
      const { body } = await client.post('/api/v1/notes', { title: 'A first note', body: TEXT })
      visitors.#people.push({ headers: client.credentials, note: JSON.parse(body).id })
      client.close()
    }
    return visitors
  }

  /** Sends these requests by turns; resolves to their number. At most so many, and for so long. */
  async send(turns: readonly Visit[], most: { requests: number; ms: number }): Promise<number> {
    const end = performance.now() + most.ms
    let sent = 0
    const visit = async (person: Person, at: number) => {
      for (let turn = at; performance.now() < end && sent < most.requests; turn++) {
        sent++
        await this.#visit(person, turns[turn % turns.length] as Visit)
      }
    }
    await Promise.all(this.#people.map((person, at) => visit(person, at * 7)))
    return sent
  }

  close(): void {
    this.#agent.destroy()
  }

  #visit({ headers, note }: Person, { name, method, status, path }: Visit): Promise<void> {
    const body = method === 'POST' ? JSON.stringify({ title: 'A note', body: TEXT }) : undefined
    const type: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {}
    return new Promise((resolve, reject) => {
      const sent = request({
        ...{ host: '127.0.0.1', port: this.#port, agent: this.#agent, rejectUnauthorized: false },
        ...{ method, path: path(note), headers: { ...headers, ...type } },
      })
      sent.on('error', reject)
      sent.on('response', (res) => {
        if (res.statusCode !== status) reject(new Error(`${name}: ${res.statusCode}`))
        res.resume().on('end', resolve).on('error', reject)
      })
      sent.end(body)
    })
  }
}

const TEXT = '# A heading\n\nSome *Markdown* with [a link](https://example.com).\n\n'.repeat(12)
