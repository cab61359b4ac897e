import { describe, expect, it } from 'vitest'
import { runProgram } from './program.ts'

/** Sends bodies through contracts with `serialize`, and prints the responses. */
const program = (dialect: string, env: string) => `
const webapp = require('${dialect}')
const { contract } = require('webapp/contract')
const { z } = require('zod')
const User = z.object({
  id: z.number(),
  name: z.string().nullable(),
  admin: z.boolean().optional(),
  tags: z.array(z.object({ id: z.int(), label: z.string().min(1) })),
})
const user = { tags: [{ label: 'a', id: 1, x: 1 }], name: 'A"da\\u2028\\ud83d\\ude00', id: 1.5, secret: 1 }
class Account {
  constructor() { this.id = 1; this.tags = [] }
  get name() { return 'of the prototype' }
}
const bodies = [
  user, { ...user, admin: true, name: null }, { tags: [] }, {},
  // Bodies that do not fit: they must come out as without the package.
  { ...user, id: '7' }, { ...user, id: NaN }, { ...user, name: 7 }, { ...user, tags: {} },
  { ...user, tags: [null, undefined, 1] }, { ...user, name: new Date(0) }, new Account(), 'text', 7,
  null, [user], { ...user, name: () => 1 }, { toJSON: () => ({ id: 3, secret: 4 }) },
  { ...user, name: { secret: 1 } }, { ...user, tags: Object.assign([], { 1: user.tags[0] }) },
  { ...user, tags: Object.assign([], { toJSON: () => [{ id: 2, label: 'b', secret: 1 }] }) },
  Object.assign(Object.create(null), user), Object.assign(Object.create({ name: 'inherited' }), { id: 1 }),
]
async function main() {
  const texts = []
  for (const settings of [{}, { 'json spaces': 1 }, { 'json escape': true }]) {
    const app = webapp()
    app.set('env', '${env}')
    for (const [name, value] of Object.entries(settings)) app.set(name, value)
    bodies.forEach((body, at) => {
      const described = contract({ responses: { 200: User, 201: User }, serialize: true, checkResponses: ${env === 'checked'} })
      app.get('/' + at, described, (req, res) => { res.set('X-At', at); res.json(body) })
      app.get('/status/' + at, described, (req, res) => res.status(201).send(body))
    })
    app.use((error, req, res, next) => { res.statusCode = 500; res.end(error.type) })
    for (let at = 0; at < bodies.length; at++) {
      for (const path of ['/' + at, '/status/' + at]) {
        const { statusCode, headers, body } = await app.inject(path)
        texts.push([statusCode, headers['content-type'], headers.etag, headers['x-at'], body])
      }
    }
  }
  const isLoaded = Object.keys(require.cache).some((file) => file.includes('fast-json-stringify'))
  console.log(JSON.stringify({ isLoaded, texts }))
}
console.error = () => {}
main()
`

describe.each(['webapp', 'webapp/v4', 'webapp/v3'])('serialize of %s', (dialect) => {
  it.each(['production', 'checked'])(
    'sends the same bytes with fast-json-stringify and without it (%s)',
    async (env) => {
      const [without, beside] = (await Promise.all([
        runProgram(program(dialect, env), false),
        runProgram(program(dialect, env), true),
      ])) as { isLoaded: boolean; texts: unknown[][] }[]
      expect([without?.isLoaded, beside?.isLoaded]).toEqual([false, true])
      expect(beside?.texts).toEqual(without?.texts)
      expect(JSON.stringify(beside?.texts)).not.toContain('secret')
    },
  )
})
