import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, it } from 'vitest'
import { contract, problemDetails } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

describeDialects('contract: schemas of TypeBox', dialects, (t) => {
  it('does not change the query and the parameters that the request had', async () => {
    const query = Compile(Type.Object({ n: Type.Number(), list: Type.Array(Type.Number()) }))
    let before: unknown
    t.app.use((req, _res, next) => {
      before = req.query
      next()
    })
    t.app.get('/', contract({ query }), (req, res) => void res.json([before, req.query]))
    expect((await t.request('/?n=1&list=2&list=3')).json()).toEqual([
      { n: '1', list: ['2', '3'] },
      { n: 1, list: [2, 3] },
    ])
  })

  it('asks for no more issues than it reports', async () => {
    let asked = 0
    const schema = {
      Check: () => false,
      *Errors() {
        for (;;) {
          asked++
          yield { message: 'wrong', path: '/a~1b/0' }
        }
      },
      Decode: (value: unknown) => value,
      Encode: (value: unknown) => value,
    }
    t.app.get('/', contract({ query: schema }), (_req, res) => void res.end())
    t.app.use(problemDetails())
    const { issues } = (await t.request('/')).json() as { issues: { path: string[] }[] }
    expect([issues.length, asked, issues[0]?.path]).toEqual([100, 100, ['a/b', '0']])
  })

  it('decodes with a schema of an earlier version', async () => {
    const schema = {
      hasTransform: true,
      Check: () => true,
      Errors: () => [],
      Decode: (value: { n: string }) => ({ n: Number(value.n) }),
      Encode: (value: unknown) => value,
    }
    t.app.get('/', contract({ query: schema as never }), (req, res) => void res.json(req.query))
    expect((await t.request('/?n=5')).json()).toEqual({ n: 5 })
  })
})
