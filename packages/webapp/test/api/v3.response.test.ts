import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.format of 3.x', ['3.x'], (t) => {
  // Intended difference W-041.
  it('gives its error of 406 the types', async () => {
    t.app.get('/', (_req, res) => {
      res.format({ text: () => res.send('text'), json: () => res.send({ a: 1 } as never) })
    })
    t.app.use(
      (
        err: { status: number; message: string; types: string[] },
        _req: unknown,
        res: { json(status: number, body: unknown): void },
        _next: unknown,
      ) => res.json(err.status, [err.message, err.types]),
    )
    const answer = await t.request('/', { headers: { Accept: 'image/png' } })
    expect([answer.status, answer.json()]).toEqual([
      406,
      ['Not Acceptable', ['text/plain', 'application/json']],
    ])
  })
})
