import type { Action, Style } from './program.ts'

// The three programs do the same. Each follows the advice of its documentation for large
// applications: one module for a part of the routes, which the root puts together.

const importSchemas = (module: number) =>
  `import { z } from 'zod'\nimport * as s from './schemas${module}.ts'\n`

const DRAFT = "{ name: 'a', state: 'open', tags: [], owner: { id: 1, name: 'b' } }"

const webapp: Style = {
  name: 'webapp',
  createModule: (module, resources) => `${importSchemas(module)}
import { api, contract, route } from 'webapp/contract'

export const routes${module} = api(${resources
    .map(
      (n) => `
  route('GET', '/items${n}', contract({ query: s.Query${n}, responses: { 200: z.array(s.Item${n}) } }), (req, res) => {
    res.json(s.store${n}.list(req.query))
  }),
  route('GET', '/items${n}/:id', contract({ params: s.Params${n}, responses: { 200: s.Item${n}, 404: s.Problem } }), (req, res) => {
    const item = s.store${n}.read(req.params.id)
    if (item === undefined) return res.status(404).json({ title: 'missing' })
    res.json(item)
  }),
  route('POST', '/items${n}', contract({ body: s.Draft${n}, responses: { 201: s.Item${n} } }), (req, res) => {
    res.status(201).json(s.store${n}.add(req.body))
  }),
  route('PATCH', '/items${n}/:id', contract({ params: s.Params${n}, body: s.Change${n}, responses: { 200: s.Item${n} } }), (req, res) => {
    res.json(s.store${n}.change(req.params.id, req.body))
  }),
  route('DELETE', '/items${n}/:id', contract({ params: s.Params${n}, responses: { 204: {} } }), (req, res) => {
    s.store${n}.remove(req.params.id)
    res.status(204).end()
  }),`,
    )
    .join('')}
)
`,
  createRoot: (modules) => `import { type ApiTypes, api, route } from 'webapp/contract'
${modules.map((m) => `import { routes${m} } from './module${m}.ts'\n`).join('')}
export const all = api(${modules.map((m) => `route('/m${m}', routes${m})`).join(', ')})
export interface All extends ApiTypes<typeof all> {}
`,
  clientHead: `import { client } from 'webapp/client'
import type { All } from './all.ts'

declare function show(text: string): void
const api = client<All>('http://localhost/api')
`,
  createCall: (module, n, action) => {
    const list = `/m${module}/items${n}`
    const calls: Record<Action, string> = {
      list: `const r = await api.get('${list}', { query: { page: 1 } })
if (r.status === 200) for (const item of r.body) show(item.name)`,
      read: `const r = await api.get('${list}/:id', { params: { id: 1 } })
if (r.status === 200) show(r.body.name)
else if (r.status === 404) show(r.body.title)`,
      add: `const r = await api.post('${list}', { body: ${DRAFT} })
if (r.status === 201) show(r.body.name)`,
      change: `const r = await api.patch('${list}/:id', { params: { id: 1 }, body: { name: 'c' } })
if (r.status === 200) show(r.body.name)`,
      remove: `const r = await api.delete('${list}/:id', { params: { id: 1 } })
show(String(r.status === 204))`,
    }
    return calls[action]
  },
  places: [
    "api.get('¦')",
    "api.post('/m1/items11', { body: { ¦ } })",
    "api.get('/m1/items11').then((r) => { if (r.status === 200) r.body[0].¦ })",
  ],
}

const hono: Style = {
  name: 'hono',
  createModule: (module, resources) => `${importSchemas(module)}
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'

export const routes${module} = new Hono()${resources
    .map(
      (n) => `
  .get('/items${n}', zValidator('query', s.Query${n}), (c) => c.json(s.store${n}.list(c.req.valid('query')), 200))
  .get('/items${n}/:id', zValidator('param', s.Params${n}), (c) => {
    const item = s.store${n}.read(c.req.valid('param').id)
    if (item === undefined) return c.json({ title: 'missing' }, 404)
    return c.json(item, 200)
  })
  .post('/items${n}', zValidator('json', s.Draft${n}), (c) => c.json(s.store${n}.add(c.req.valid('json')), 201))
  .patch('/items${n}/:id', zValidator('param', s.Params${n}), zValidator('json', s.Change${n}), (c) => {
    return c.json(s.store${n}.change(c.req.valid('param').id, c.req.valid('json')), 200)
  })
  .delete('/items${n}/:id', zValidator('param', s.Params${n}), (c) => {
    s.store${n}.remove(c.req.valid('param').id)
    return c.body(null, 204)
  })`,
    )
    .join('')}
`,
  createRoot: (modules) => `import { Hono } from 'hono'
${modules.map((m) => `import { routes${m} } from './module${m}.ts'\n`).join('')}
export const all = new Hono()${modules.map((m) => `\n  .route('/m${m}', routes${m})`).join('')}
export type All = typeof all
`,
  clientHead: `import { hc } from 'hono/client'
import type { All } from './all.ts'

declare function show(text: string): void
const api = hc<All>('http://localhost/api')
`,
  createCall: (module, n, action) => {
    const list = `api.m${module}.items${n}`
    const calls: Record<Action, string> = {
      list: `const r = await ${list}.$get({ query: { page: '1' } })
if (r.status === 200) for (const item of await r.json()) show(item.name)`,
      read: `const r = await ${list}[':id'].$get({ param: { id: '1' } })
if (r.status === 200) show((await r.json()).name)
else if (r.status === 404) show((await r.json()).title)`,
      add: `const r = await ${list}.$post({ json: ${DRAFT} })
if (r.status === 201) show((await r.json()).name)`,
      change: `const r = await ${list}[':id'].$patch({ param: { id: '1' }, json: { name: 'c' } })
if (r.status === 200) show((await r.json()).name)`,
      remove: `const r = await ${list}[':id'].$delete({ param: { id: '1' } })
show(String(r.status === 204))`,
    }
    return calls[action]
  },
  places: [
    'api.m1.¦',
    'api.m1.items11.$post({ json: { ¦ } })',
    'api.m1.items11.$get({ query: {} }).then(async (r) => (await r.json())[0].¦)',
  ],
}

const trpc: Style = {
  name: 'trpc',
  createModule: (module, resources) => `${importSchemas(module)}
import { initTRPC, TRPCError } from '@trpc/server'

const t = initTRPC.create()
export const routes${module} = t.router({${resources
    .map(
      (n) => `
  items${n}: t.router({
    list: t.procedure.input(s.Query${n}).output(z.array(s.Item${n})).query(({ input }) => s.store${n}.list(input)),
    read: t.procedure.input(s.Params${n}).output(s.Item${n}).query(({ input }) => {
      const item = s.store${n}.read(input.id)
      if (item === undefined) throw new TRPCError({ code: 'NOT_FOUND' })
      return item
    }),
    add: t.procedure.input(s.Draft${n}).output(s.Item${n}).mutation(({ input }) => s.store${n}.add(input)),
    change: t.procedure
      .input(z.object({ id: z.coerce.number(), change: s.Change${n} }))
      .output(s.Item${n})
      .mutation(({ input }) => s.store${n}.change(input.id, input.change)),
    remove: t.procedure.input(s.Params${n}).mutation(({ input }) => {
      s.store${n}.remove(input.id)
    }),
  }),`,
    )
    .join('')}
})
`,
  createRoot: (modules) => `import { initTRPC } from '@trpc/server'
${modules.map((m) => `import { routes${m} } from './module${m}.ts'\n`).join('')}
const t = initTRPC.create()
export const all = t.router({ ${modules.map((m) => `m${m}: routes${m}`).join(', ')} })
export type All = typeof all
`,
  clientHead: `import { createTRPCClient, httpLink } from '@trpc/client'
import type { All } from './all.ts'

declare function show(text: string): void
const api = createTRPCClient<All>({ links: [httpLink({ url: 'http://localhost/api' })] })
`,
  createCall: (module, n, action) => {
    const item = `api.m${module}.items${n}`
    const calls: Record<Action, string> = {
      list: `for (const item of await ${item}.list.query({ page: 1 })) show(item.name)`,
      read: `show((await ${item}.read.query({ id: 1 })).name)`,
      add: `show((await ${item}.add.mutate(${DRAFT})).name)`,
      change: `show((await ${item}.change.mutate({ id: 1, change: { name: 'c' } })).name)`,
      remove: `await ${item}.remove.mutate({ id: 1 })`,
    }
    return calls[action]
  },
  places: [
    'api.m1.¦',
    'api.m1.items11.add.mutate({ ¦ })',
    'api.m1.items11.list.query({}).then((r) => r[0].¦)',
  ],
}

/** The same program in each framework. */
export const styles = { webapp, hono, trpc }
