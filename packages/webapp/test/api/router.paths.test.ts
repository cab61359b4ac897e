import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import type { Answer } from '../support/exchange.ts'

describeDialects('path patterns', ['5.x', '4.x'], (t) => {
  it.each<[string, string, unknown]>([
    ['/', '/', {}],
    ['/', '/x', 404],
    ['/a', '/a/', {}],
    ['/a/', '/a', {}],
    ['/a', '/A', {}],
    ['/a.b', '/a.b', {}],
    ['/a.b', '/axb', 404],
    ['/:id', '/7', { id: '7' }],
    ['/:id', '/', 404],
    ['/:id', '/a/b', 404],
    ['/:id/', '/7', { id: '7' }],
    ['/:from-:to', '/LAX-JFK', { from: 'LAX', to: 'JFK' }],
    ['/:file.:ext', '/a.b.c', { file: 'a.b', ext: 'c' }],
    ['/\\:literal', '/:literal', {}],
    ['/caf\u00e9', '/caf%C3%A9', 404],
    ['/[x]'.replace(/[[\]]/g, '\\$&'), '/[x]', {}],
  ])('%s on %s gives %j', async (path, target, params) => {
    expect(await match(t, path, target)).toEqual(params)
  })

  it.each<[RegExp, string, unknown]>([
    [/^\/user\/(\d+)$/, '/user/7', { 0: '7' }],
    [/^\/user\/(\d+)$/, '/user/x', 404],
    [/^\/(a)(b)?$/, '/a', { 0: 'a' }],
    [/^\/(?<year>\d{4})-(\d{2})$/, '/2024-05', { year: '2024', 0: '05' }],
    [/^\/(?:x|y)\/([\w]+)\/([(])$/, '/y/z/(', { 0: 'z', 1: '(' }],
    [/anywhere/, '/some/anywhere/x', {}],
    [/^\/(.*)$/, '/%20', { 0: ' ' }],
    [/^\/G$/i, '/g', {}],
  ])('%s on %s gives %j', async (path, target, params) => {
    expect(await match(t, path, target)).toEqual(params)
  })

  it('takes the first of a list that matches', async () => {
    const paths = ['/a/:x', /^\/b\/(.+)$/, '/c']
    expect(await match(t, paths, '/a/1')).toEqual({ x: '1' })
    expect(await match(t, paths, '/b/2')).toEqual({ 0: '2' })
    expect(await match(t, paths, '/c')).toEqual({})
    expect(await match(t, paths, '/d')).toBe(404)
  })
})

describeDialects('path patterns of 5.x', ['5.x'], (t) => {
  it.each<[string, string, unknown]>([
    ['/:"quoted name"', '/x', { 'quoted name': 'x' }],
    ['/user{/:id}', '/user', {}],
    ['/user{/:id}', '/user/7', { id: '7' }],
    ['/:file{.:ext}', '/a.txt', { file: 'a', ext: 'txt' }],
    ['/:file{.:ext}', '/a', { file: 'a' }],
    ['/*rest', '/', 404],
    ['/*rest', '/a/b/c', { rest: ['a', 'b', 'c'] }],
    ['/{*rest}', '/', {}],
    ['/*a/x/*b', '/1/2/x/3', { a: ['1', '2'], b: ['3'] }],
    ['/*rest', '/a%2Fb/c', { rest: ['a/b', 'c'] }],
  ])('%s on %s gives %j', async (path, target, params) => {
    expect(await match(t, path, target)).toEqual(params)
  })

  it('matches with a global RegExp each time', async () => {
    t.app.get(/^\/x/g, (_req, res) => res.send('x'))
    for (let n = 0; n < 3; n++) expect((await t.request('/x')).status).toBe(200)
  })

  describe('are refused at registration', () => {
    it.each([
      ['a name that is missing', '/:'],
      ['a wildcard without name', '/*'],
      ['an open group', '/{a'],
      ['the optional mark of 4.x', '/:id?'],
      ['the repetition mark of 4.x', '/:id+'],
      ['the group of 4.x', '/(a|b)'],
      ['an open quote', '/:"a'],
    ])('%s', (_what, path) => {
      expect(() => t.app.get(path, () => {})).toThrow(TypeError)
      expect(() => t.app.use(path, () => {})).toThrow(TypeError)
    })
  })
})

describeDialects('path patterns of 4.x', ['4.x'], (t) => {
  it.each<[string, string, unknown]>([
    ['*', '/', { 0: '/' }],
    ['*', '/a/b', { 0: '/a/b' }],
    ['/*', '/', { 0: '' }],
    ['/*', '/a/b%20c', { 0: 'a/b c' }],
    ['/files/*', '/files/a/b', { 0: 'a/b' }],
    ['/files/*', '/files', 404],
    ['/*.html', '/a/b.html', { 0: 'a/b' }],
    ['/a*z', '/a123z', { 0: '123' }],
    ['/*/x/*', '/1/2/x/3', { 0: '1/2', 1: '3' }],
    ['/:id?', '/', {}],
    ['/:id?', '/7', { id: '7' }],
    ['/user/:id?', '/user', {}],
    ['/user/:id?', '/user/', {}],
    ['/user/:id?/edit', '/user/edit', {}],
    ['/user/:id?/edit', '/user/7/edit', { id: '7' }],
    ['/:file.:ext?', '/a', { file: 'a' }],
    ['/:file.:ext?', '/a.txt', { file: 'a', ext: 'txt' }],
    ['/user/:id(\\d+)', '/user/7', { id: '7' }],
    ['/user/:id(\\d+)', '/user/x', 404],
    ['/user/:id([0-9]{2,4})', '/user/123', { id: '123' }],
    ['/:op(add|del)/:id(\\w+)', '/del/a1', { op: 'del', id: 'a1' }],
    ['/:op(add|del)/:id(\\w+)', '/get/a1', 404],
    ['/:id(\\d+)?', '/', {}],
    ['/:path+', '/a', { path: 'a' }],
    ['/:path(*)', '/a/b', { path: 'a/b', 0: 'a/b' }],
    ['/ab?cd', '/acd', {}],
    ['/ab?cd', '/abcd', {}],
    ['/ab?cd', '/abbcd', 404],
    ['/ab+cd', '/abbbcd', {}],
    ['/ab+cd', '/acd', 404],
    ['/ab(cd)?e', '/abe', {}],
    ['/ab(cd)?e', '/abcde', { 0: 'cd' }],
    ['/x(foo|bar)', '/xbar', { 0: 'bar' }],
    ['/x(foo|bar)', '/x', 404],
    ['/a-(\\d+)-(\\d+)', '/a-1-22', { 0: '1', 1: '22' }],
    ['/:a(\\d+)(x|y)', '/1y', { a: '1', 0: 'y' }],
    // A group right after a slash is not captured.
    ['/(foo|bar)', '/bar', {}],
    ['/x/(\\d+)', '/x/5', {}],
    ['/x/(\\d+)', '/x/y', 404],
    ['/a.b', '/axb', 404],
    ['/:a.:b', '/x.y', { a: 'x', b: 'y' }],
    ['/:user_id-x', '/7-x', { user_id: '7' }],
    ['/a$b'.replace('$', '\\$'), '/a$b', {}],
  ])('%s on %s gives %j', async (path, target, params) => {
    expect(await match(t, path, target)).toEqual(params)
  })

  it.each<[string | RegExp, string, unknown]>([
    [/^\/commits\/(\w+)(?:\.\.(\w+))?$/, '/commits/71dbb9c', { 0: '71dbb9c' }],
    [/^\/commits\/(\w+)(?:\.\.(\w+))?$/, '/commits/1..2', { 0: '1', 1: '2' }],
    [/.*fly$/, '/butterfly', {}],
    [/a/, '/plant', {}],
    [/^\/(?<name>\w+)$/, '/x', { name: 'x' }],
  ])('%s on %s gives %j', async (path, target, params) => {
    expect(await match(t, path, target)).toEqual(params)
  })

  it('takes lists, each with parameters of its own', async () => {
    const paths = ['/a/:x', /^\/b\/(.+)$/, '/c/:id(\\d+)', '/d*']
    expect(await match(t, paths, '/a/1')).toMatchObject({ x: '1' })
    expect(await match(t, paths, '/b/2')).toMatchObject({ 0: '2' })
    expect(await match(t, paths, '/c/3')).toMatchObject({ id: '3' })
    expect(await match(t, paths, '/c/x')).toBe(404)
    expect(await match(t, paths, '/dx/y')).not.toBe(404)
  })

  it('refuses what is no regular expression at registration', () => {
    expect(() => t.app.get('/(', () => {})).toThrow(SyntaxError)
    expect(() => t.app.get('/[x', () => {})).toThrow(SyntaxError)
  })

  it('keeps its place in a global RegExp, as the original does', async () => {
    t.app.get(/^\/x/g, (_req, res) => res.send('x'))
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await t.request('/x')).status)
    expect(statuses).toEqual([200, 404, 200])
  })

  it('strict and case-sensitive routing count for patterns', async () => {
    t.app.enable('strict routing').enable('case sensitive routing')
    t.app.get('/A/:id(\\d+)/', (_req, res) => res.send('x'))
    expect((await t.request('/A/1/')).status).toBe(200)
    expect((await t.request('/A/1')).status).toBe(404)
    expect((await t.request('/a/1/')).status).toBe(404)
  })
})

describeDialects('path patterns on hostile paths', ['5.x', '4.x'], (t) => {
  it.each([
    ['/ab/:a-:b', `/ab/a${'-a'.repeat(7000)}/a`],
    ['/ab/:a.:b', `/ab/a${'.a'.repeat(7000)}/a`],
    ['/ab/:a-:b-:c', `/ab/${'-'.repeat(3000)}/a`],
    ['/:a-:b-:c-:d', `/${'-'.repeat(3000)}/a`],
    ['/:a/:b/:c', `/${'a/'.repeat(5000)}`],
  ])('%s does not keep the server busy', async (path, target) => {
    const app = t.webapp()
    app.get(path, (_req, res) => res.send('found'))
    expect((await t.requestFrom(app, target)).status).toBe(404)
  })
})

// That the work grows with the length alone is held by the steps counted in linear-regexp.test.ts;
// backtracking would need longer for these than a test may take.
describeDialects('patterns of 4.x on hostile paths', ['4.x'], (t) => {
  it.each([
    ['/abc/:a-:b-:c(-:d)', `/abc/${'-'.repeat(3000)}/a`],
    ['/:a-:b?', `/a${'-a'.repeat(7000)}/a`],
    ['/x/*/y/*/z', `/x/${'y/'.repeat(7000)}`],
    ['/*/*/*z', `/${'/'.repeat(1500)}`],
    ['/:a+/:b+', `/${'a/'.repeat(6500)}/`],
    ['/:file.:ext?', `/${'.'.repeat(7000)}/a`],
  ])('%s does not keep the server busy', async (path, target) => {
    t.app.get(path, (_req, res) => res.send('found'))
    expect((await t.request(target)).status).toBe(404)
  })
})

interface MatchBench {
  webapp(): { get(path: never, handler: never): unknown }
  requestFrom(app: never, target: string): Promise<Answer>
}

async function match(t: MatchBench, path: string | RegExp | (string | RegExp)[], target: string) {
  const app = t.webapp()
  const tellParams = (req: { params: unknown }, res: { json(body: unknown): void }) => {
    res.json(req.params)
  }
  app.get(path as never, tellParams as never)
  const answer = await t.requestFrom(app as never, target)
  return answer.status === 200 ? answer.json() : answer.status
}
