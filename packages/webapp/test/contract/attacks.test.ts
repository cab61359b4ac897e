// biome-ignore-all lint/suspicious/noExplicitAny: the values are those of an attacker.
import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { contract, problemDetails } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

const libraries = {
  zod: z.object({ name: z.string(), tags: z.array(z.string()).optional() }),
  valibot: v.object({ name: v.string(), tags: v.optional(v.array(v.string())) }),
  arktype: type({ name: 'string', 'tags?': 'string[]' }),
  typebox: Compile(
    Type.Object({ name: Type.String(), tags: Type.Optional(Type.Array(Type.String())) }),
  ),
}

for (const [library, schema] of Object.entries(libraries)) {
  describeDialects(`attacks on a contract of ${library}`, ['5.x', '4.x', '3.x'], (t) => {
    let reached: any[]
    beforeEach(() => {
      reached = []
      t.app.set('env', 'test')
      t.app.use(t.webapp.json({ limit: '2mb' } as any))
      const handler = (req: any, res: any) => {
        reached.push(req)
        res.json({ admin: req.body?.admin, own: Object.hasOwn(req.body ?? {}, 'admin') })
      }
      t.app.post('/body', contract({ body: schema as any }) as any, handler)
      t.app.get('/query', contract({ query: schema as any }) as any, handler)
      t.app.use(problemDetails())
    })
    const post = (body: string) =>
      t.request('/body', { method: 'POST', headers: { 'content-type': 'application/json' }, body })

    it('does not let prototype names reach the handler or a prototype', async () => {
      for (const body of [
        '{"name":"a","__proto__":{"admin":true}}',
        '{"name":"a","constructor":{"prototype":{"admin":true}}}',
      ]) {
        const answer = await post(body)
        expect([200, 400]).toContain(answer.status)
        if (answer.status === 200) expect(answer.json()).toEqual({ own: false })
        expect(({} as any).admin).toBeUndefined()
      }
      for (const query of ['name=a&__proto__[admin]=1', 'name=a&constructor[prototype][admin]=1']) {
        const answer = await t.request(`/query?${query}`)
        expect([200, 400]).toContain(answer.status)
        expect(({} as any).admin).toBeUndefined()
        expect(reached.at(-1)?.query?.admin).toBeUndefined()
      }
      expect((await post('{"__proto__":{"name":"a"}}')).status).toBe(400)
    })

    it('refuses deep and huge bodies with a short response', async () => {
      const deep = `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`
      const wide = JSON.stringify({ name: 'a', tags: Array.from({ length: 50_000 }, () => 1) })
      const long = JSON.stringify({ name: { ['x'.repeat(500_000)]: 1 } })
      for (const body of [deep, wide, long]) {
        const answer = await post(body)
        expect(answer.status).toBe(400)
        expect(answer.body.length).toBeLessThan(60_000)
        expect((answer.json() as any).issues.length).toBeLessThanOrEqual(100)
      }
      expect(reached).toEqual([])
    })

    it('refuses lists and objects where it expects text', async () => {
      for (const body of ['{"name":["a"]}', '{"name":{"a":1}}', '[]', 'null', '{"name":null}']) {
        expect([body, (await post(body)).status]).toEqual([body, 400])
      }
      const query = t.dialect === '5.x' ? 'name=a&name=b' : 'name[x]=a'
      expect((await t.request(`/query?${query}`)).status).toBe(400)
      expect((await t.request('/query?name=a&name=b')).status).toBe(400)
      expect((await t.request('/query?name=a')).status).toBe(200)
      expect((await t.request('/query')).status).toBe(400)
      expect(reached).toHaveLength(1)
    })
  })
}
