import assert from 'node:assert/strict'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { initTRPC, TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'

const t = initTRPC.context().create({ isDev: false })

const router = t.router({
  hello: t.procedure.input(String).query(({ input, ctx }) => `hello ${input}, ${ctx.caller}`),
  add: t.procedure.input((value) => value).mutation(({ input }) => input.a + input.b),
  refuse: t.procedure.query(() => {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'not you' })
  }),
})

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@trpc/server',
  dialects: ['5.x', '4.x'],

  create(express) {
    const app = express()
    const createContext = ({ req }) => ({ caller: req.headers['x-caller'] ?? 'nobody' })
    app.use('/plain', createExpressMiddleware({ router, createContext }))
    app.use('/parsed', express.json(), createExpressMiddleware({ router, createContext }))
    return app
  },

  async visit(client, { note }) {
    const link = httpBatchLink({ url: `${client.origin}/plain`, headers: { 'x-caller': 'ada' } })
    const remote = createTRPCClient({ links: [link] })
    const answers = await Promise.all([remote.hello.query('world'), remote.hello.query('moon')])
    assert.deepEqual(answers, ['hello world, ada', 'hello moon, ada'])
    assert.equal(await remote.add.mutate({ a: 1, b: 2 }), 3)
    note(answers)
    await assert.rejects(remote.refuse.query(), { message: 'not you' })
    const parsed = await client.post('/parsed/add', { json: { a: 2, b: 3 } })
    assert.deepEqual(parsed.json, { result: { data: 5 } })
    assert.equal((await client.get('/plain/refuse')).status, 403)
    assert.equal((await client.get('/plain/none')).status, 404)
  },
}
