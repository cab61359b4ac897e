import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('app.param(name, callback)', ['5.x', '4.x'], (t) => {
  it('runs before the handlers of a route that has the parameter', async () => {
    const calls: unknown[] = []
    const returned = t.app.param('id', (req, _res, next, value, name) => {
      calls.push([value, name, req.params.id])
      next()
    })
    expect(returned).toBe(t.app)
    t.app.get('/user/:id', (_req, res) => res.send('user'))
    t.app.get('/other/:name', (_req, res) => res.send('other'))
    expect((await t.request('/other/1')).text).toBe('other')
    expect((await t.request('/user/%20')).text).toBe('user')
    expect(calls).toEqual([[' ', 'id', ' ']])
  })

  it('may change the value', async () => {
    t.app.param('id', (req, _res, next, value) => {
      req.params.id = `<${value}>`
      next()
    })
    t.app.get('/:id', (req, res) => res.send(req.params.id))
    expect((await t.request('/7')).text).toBe('<7>')
  })

  it('takes several names, in the order of the path', async () => {
    const calls: unknown[] = []
    t.app.param(['id', 'page'], (_req, _res, next, value, name) => {
      calls.push([name, value])
      next()
    })
    t.app.get('/:page/:id', (_req, res) => res.end())
    await t.request('/1/2')
    expect(calls).toEqual([
      ['page', '1'],
      ['id', '2'],
    ])
  })

  it('runs all callbacks of a name in the order of registration', async () => {
    const calls: string[] = []
    for (const name of ['a', 'b', 'c']) {
      t.app.param('id', (_req, _res, next) => next(void calls.push(name)))
    }
    t.app.get('/:id', (_req, res) => res.end())
    await t.request('/1')
    expect(calls).toEqual(['a', 'b', 'c'])
  })

  it('runs once for a request, also for several routes', async () => {
    let runs = 0
    t.app.param('id', (_req, _res, next) => next(void runs++))
    t.app.get('/:id', (_req, _res, next) => next())
    t.app.use('/:id', (_req, _res, next) => next())
    t.app.get('/:id', (_req, res) => res.end())
    await t.request('/1')
    expect(runs).toBe(1)
  })

  it('keeps its changed value for later routes', async () => {
    t.app.param('id', (req, _res, next, value) => {
      req.params.id = `${value}!`
      next()
    })
    t.app.get('/:id', (_req, _res, next) => next())
    t.app.get('/:id', (req, res) => res.send(req.params.id))
    expect((await t.request('/1')).text).toBe('1!')
  })

  it('runs again for another value', async () => {
    const values: string[] = []
    t.app.param('id', (_req, _res, next, value) => next(void values.push(value)))
    t.app.get('/:id/:other', (_req, _res, next) => next())
    t.app.get('/:other/:id', (_req, res) => res.end())
    await t.request('/1/2')
    expect(values).toEqual(['1', '2'])
  })

  it('waits for a callback that goes on later', async () => {
    t.app.param('id', (_req, res, next) => {
      setImmediate(() => next(void res.set('X-Loaded', '1')))
    })
    t.app.get('/:id', (_req, res) => res.end())
    expect((await t.request('/1')).headers['x-loaded']).toBe('1')
  })

  it('runs for HEAD before a route that has no handler for it', async () => {
    t.app.param('id', (_req, res, next, value) => next(void res.append('X-Id', value)))
    t.app.post('/:id', (_req, res) => res.end())
    const answer = await t.request('/7', { method: 'HEAD' })
    expect([answer.status, answer.headers['x-id']]).toEqual([404, '7'])
  })

  it('does not run for an optional parameter that is missing', async () => {
    let runs = 0
    t.app.param('id', (_req, _res, next) => next(void runs++))
    const path: string = t.dialect === '4.x' ? '/user/:id?' : '/user{/:id}'
    t.app.get(path, (_req, res) => res.end())
    expect((await t.request('/user')).status).toBe(200)
    expect(runs).toBe(0)
  })

  it('runs for parameters of a mount path', async () => {
    t.app.param('id', (_req, res, next, value) => next(void res.set('X-Id', value)))
    t.app.use('/user/:id', (_req, res) => res.end())
    expect((await t.request('/user/7/x')).headers['x-id']).toBe('7')
  })

  it('is local: not run for parameters of mounted routers and apps', async () => {
    let runs = 0
    t.app.param('id', (_req, _res, next) => next(void runs++))
    const router = t.webapp.Router({ mergeParams: true })
    router.get('/:id', (_req, res) => res.end())
    const sub = t.webapp()
    sub.get('/:id', (_req, res) => res.end())
    t.app.use('/r', router)
    t.app.use('/a', sub)
    await t.request('/r/1')
    await t.request('/a/1')
    expect(runs).toBe(0)
  })

  describe('a callback that fails', () => {
    it.each([
      ['calls next(err)', (_q: unknown, _s: unknown, next: Next) => next(new Error('no user'))],
      [
        'throws',
        () => {
          throw new Error('no user')
        },
      ],
      ['rejects', () => Promise.reject(new Error('no user'))],
    ])('and %s skips the route', async (_how, callback) => {
      t.app.param('id', callback)
      t.app.get('/:id', (_req, res) => res.send('never'))
      t.app.use((err: Error, _q: unknown, res: Reply, _n: unknown) => res.send(err.message))
      expect((await t.request('/1')).text).toBe('no user')
    })

    it('keeps its error for every later route of the request', async () => {
      let runs = 0
      t.app.param('id', (_req, _res, next) => {
        runs++
        next(new Error('no user'))
      })
      t.app.get('/:id', (_req, res) => res.send('never'))
      t.app.get('/:id', (_req, res) => res.send('never'))
      expect((await t.request('/1')).text).toContain('no user')
      expect(runs).toBe(1)
    })

    it('fails again for a later route, without running again, when someone recovered', async () => {
      let runs = 0
      t.app.param('id', (_req, _res, next) => {
        runs++
        next(new Error('no user'))
      })
      t.app.get('/:id', (_req, res) => res.send('never'))
      t.app.use((_err: unknown, _req: unknown, _res: unknown, next: Next) => next())
      t.app.get('/:id', (_req, res) => res.send('never'))
      t.app.use((err: Error, _q: unknown, res: Reply, _n: unknown) =>
        res.send(`${err.message} ${runs}`),
      )
      expect((await t.request('/1')).text).toBe('no user 1')
    })

    it('with next("route") only leaves the route', async () => {
      t.app.param('id', (_req, _res, next, value) => next(value === '1' ? 'route' : undefined))
      t.app.get('/:id/x', (_req, res) => res.send('never'))
      t.app.get(/^\/.+/, (_req, res) => res.send('other'))
      expect((await t.request('/1/x')).text).toBe('other')
    })

    it('with next("route") for one value is asked again for another', async () => {
      const values: string[] = []
      t.app.param('id', (_req, _res, next, value) => {
        values.push(value)
        next(value === '1' ? 'route' : undefined)
      })
      t.app.get('/:id/:other', (_req, res) => res.send('never'))
      t.app.get('/:other/:id', (req, res) => res.json(req.params))
      expect((await t.request('/1/2')).json()).toEqual({ other: '1', id: '2' })
      expect(values).toEqual(['1', '2'])
    })

    it('does not stop an error handler on a path with the parameter', async () => {
      t.app.use(() => {
        throw new Error('first')
      })
      t.app.param('id', (_req, _res, next) => next(new Error('second')))
      t.app.use('/:id', (err: Error, _q: unknown, res: Reply, _n: unknown) => res.send(err.message))
      expect((await t.request('/1')).text).toContain('first')
    })
  })
})

describeDialects('app.param(name, callback) of 5.x', ['5.x'], (t) => {
  it('runs for lists of a wildcard with the list', async () => {
    let seen: unknown
    t.app.param('rest', (_req, _res, next, value) => {
      seen = value
      next()
    })
    t.app.get('/*rest', (_req, res) => res.end())
    await t.request('/a/b%20c')
    expect(seen).toEqual(['a', 'b c'])
  })

  it.each([
    [[], 'argument name is required'],
    [['', () => {}], 'argument name is required'],
    [[5, () => {}], 'argument name must be a string'],
    [[() => {}], 'argument name must be a string'],
    [['id'], 'argument fn is required'],
    [['id', 'x'], 'argument fn must be a function'],
  ])('refuses the arguments %j', (args, message) => {
    const param = t.app.param as (...args: unknown[]) => unknown
    expect(() => param.apply(t.app, args)).toThrow(new TypeError(message))
    const router = t.webapp.Router()
    const routerParam = router.param as (...args: unknown[]) => unknown
    expect(() => routerParam.apply(router, args)).toThrow(new TypeError(message))
  })

  it('takes names that objects have members of', async () => {
    t.app.param('constructor', (_req, res, next, value) => next(void res.set('X-Value', value)))
    t.app.get('/a/:constructor', (_req, res) => res.end())
    t.app.get('/b/:hasOwnProperty/:__proto__', (req, res) => res.json(Object.keys(req.params)))
    expect((await t.request('/a/1')).headers['x-value']).toBe('1')
    expect((await t.request('/b/1/2')).json()).toEqual(['hasOwnProperty', '__proto__'])
  })
})

describeDialects('app.param(name, callback) of 4.x', ['4.x'], (t) => {
  it.each([
    [['id'], 'invalid param() call for id, got undefined'],
    [['id', 'x'], 'invalid param() call for id, got x'],
  ])('refuses the arguments %j', (args, message) => {
    const param = t.app.param as (...args: unknown[]) => unknown
    expect(() => param.apply(t.app, args)).toThrow(new Error(message))
    const router = t.webapp.Router()
    const routerParam = router.param as (...args: unknown[]) => unknown
    expect(() => routerParam.apply(router, args)).toThrow(new Error(message))
  })

  it('runs for unnamed captures, by their number', async () => {
    const calls: [unknown, unknown][] = []
    t.app.param('0', (_req, _res, next, value, name) => next(void calls.push([name, value])))
    t.app.get('/files/*', (_req, res) => res.end())
    await t.request('/files/a%20b/c')
    expect(calls.map(([name, value]) => [String(name), value])).toEqual([['0', 'a b/c']])
  })

  it('takes a name with a colon, and tells to leave it out', async () => {
    t.app.get('/:id', (req, res) => res.send(req.params.id))
    const notices = await noticesOf(() => {
      t.app.param(':id', (req, _res, next, value) => {
        req.params.id = `<${value}>`
        next()
      })
    })
    expect(notices).toEqual(['router.param(":id", fn): Use router.param("id", fn) instead'])
    expect((await t.request('/7')).text).toBe('<7>')
  })
})

describeDialects('app.param(adapter)', ['4.x'], (t) => {
  it('makes the callbacks of later calls, and is deprecated', async () => {
    const notices = await noticesOf(() => {
      t.app.param((_name, option) => (_req, _res, next, value) => {
        if (value === String(option)) next()
        else next('route')
      })
    })
    expect(notices).toEqual(['router.param(fn): Refactor to use path params'])
    t.app.param('id', 1337 as never)
    t.app.get('/user/:id', (_req, res) => res.send('it is'))
    expect((await t.request('/user/1337')).text).toBe('it is')
    expect((await t.request('/user/7')).status).toBe(404)
  })

  it('leaves alone what it returns nothing for', async () => {
    t.app.param((name, option) => {
      if (!(option instanceof RegExp)) return undefined as never
      return (req, _res, next, value) => {
        const found = option.exec(String(value))
        if (!found) return next('route')
        req.params[name] = found as never
        next()
      }
    })
    const calls: unknown[] = []
    t.app.param('plain', (_req, _res, next, value) => next(void calls.push(value)))
    t.app.param('range', /^(\w+)\.\.(\w+)$/ as never)
    t.app.get('/range/:range', (req, res) => res.json(req.params.range))
    t.app.get('/plain/:plain', (_req, res) => res.json(calls))
    expect((await t.request('/range/1..5')).json()).toEqual(['1..5', '1', '5'])
    expect((await t.request('/range/x')).status).toBe(404)
    expect((await t.request('/plain/a')).json()).toEqual(['a'])
  })

  it('chains: each adapter is given what the one before made', () => {
    const given: unknown[] = []
    const router = t.webapp.Router()
    const last = () => {}
    router.param(((_name: string, option: unknown) => void given.push(option)) as never)
    router.param(((_name: string, option: unknown) => given.push(option) && last) as never)
    router.param('id', 'option' as never)
    expect(given).toEqual(['option', 'option'])
    expect(router.params?.id).toEqual([last])
  })
})

type Next = (error?: unknown) => void

interface Reply {
  send(body: string): unknown
}
