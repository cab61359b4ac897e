import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.append(field, value)', ['5.x', '4.x'], (t) => {
  it('creates the header when it is missing', async () => {
    t.app.get('/', (_req, res) => res.append('X-Foo', 'bar').end())
    expect((await t.request('/')).headers['x-foo']).toBe('bar')
  })

  it('adds a value to the ones before', async () => {
    t.app.get('/', (_req, res) => {
      res.append('Set-Cookie', 'foo=bar').append('Set-Cookie', 'fizz=buzz').end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual(['foo=bar', 'fizz=buzz'])
  })

  it('adds lists', async () => {
    t.app.get('/', (_req, res) => {
      res.append('Set-Cookie', ['a=1']).append('Set-Cookie', ['b=2', 'c=3']).end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual(['a=1', 'b=2', 'c=3'])
  })

  it('adds to what res.set wrote, and is reset by it', async () => {
    t.app.get('/', (_req, res) => {
      res.set('X-Foo', 'a').append('X-Foo', 'b')
      const both = res.get('X-Foo')
      res.set('X-Foo', 'c')
      res.json([both, res.get('X-Foo')])
    })
    expect((await t.request('/')).json()).toEqual([['a', 'b'], 'c'])
  })

  it('works together with cookies', async () => {
    t.app.get('/', (_req, res) => res.cookie('foo', 'bar').append('Set-Cookie', 'bar=baz').end())
    expect((await t.request('/')).headers['set-cookie']).toEqual(['foo=bar; Path=/', 'bar=baz'])
  })
})
