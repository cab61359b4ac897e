import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('path patterns', ['5.x', '4.x'], (t) => {
  async function match(path: string | RegExp | (string | RegExp)[], target: string) {
    const app = t.webapp()
    app.get(path, (req, res) => res.json(req.params))
    const answer = await t.requestFrom(app, target)
    return answer.status === 200 ? answer.json() : answer.status
  }

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
    ['/\\:literal', '/:literal', {}],
    ['/caf\u00e9', '/caf%C3%A9', 404],
    ['/[x]'.replace(/[[\]]/g, '\\$&'), '/[x]', {}],
  ])('%s on %s gives %j', async (path, target, params) => {
    expect(await match(path, target)).toEqual(params)
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
    expect(await match(path, target)).toEqual(params)
  })

  it('matches with a global RegExp each time', async () => {
    t.app.get(/^\/x/g, (_req, res) => res.send('x'))
    for (let n = 0; n < 3; n++) expect((await t.request('/x')).status).toBe(200)
  })

  it('takes the first of a list that matches', async () => {
    const paths = ['/a/:x', /^\/b\/(.+)$/, '/c']
    expect(await match(paths, '/a/1')).toEqual({ x: '1' })
    expect(await match(paths, '/b/2')).toEqual({ 0: '2' })
    expect(await match(paths, '/c')).toEqual({})
    expect(await match(paths, '/d')).toBe(404)
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
