// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import session from 'express-session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type ContractDescription, contract } from '../../src/contract.ts'
import { describe } from '../../src/openapi.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const dialects = ['5.x', '4.x', '3.x'] as const
const info = { title: 'Sessions', version: '1' }

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void printed.push(args.join(' ')))
})
afterEach(() => vi.restoreAllMocks())

const cookies = {
  session: z.string().regex(/^[a-z]{3} ?$/),
  theme: z.enum(['light', 'dark']).optional(),
}
const responses = { 200: { cookies }, 204: {} }

describeDialects('contract: cookies of responses', dialects, (t) => {
  beforeEach(() => void t.app.set('env', 'development'))

  async function ask(
    handler: (req: any, res: any) => unknown,
    described: ContractDescription = { responses },
  ) {
    t.app.get('/', contract(described) as any, handler as any)
    return t.request('/')
  }

  it('fit, decoded', async () => {
    const answer = await ask((_req, res) => {
      res.cookie('theme', 'dark')
      res.cookie('session', 'abc ', { httpOnly: true })
      res.end('in')
    })
    expect(answer.headers['set-cookie']).toEqual([
      'theme=dark; Path=/',
      'session=abc%20; Path=/; HttpOnly',
    ])
    expect([answer.text, printed]).toEqual(['in', []])
  })

  it.each<[string, (req: any, res: any) => unknown, string]>([
    ['a missing one', (_req, res) => res.end('in'), 'session'],
    ['one that does not fit', (_req, res) => res.cookie('session', '7').end('in'), 'session'],
    [
      'the last one of a name',
      (_req, res) => {
        res.setHeader('Set-Cookie', ['session=abc', 'theme=dark', 'theme="red"'])
        res.end('in')
      },
      'theme',
    ],
    [
      'one that writeHead gets',
      (_req, res) =>
        res.writeHead(200, ['Set-Cookie', 'session=abc', 'Set-Cookie', 'theme=1']).end(),
      'theme',
    ],
    ['one beside JSON', (_req, res) => res.json('in'), 'session'],
  ])('report %s', async (title, handler, name) => {
    const described = title.endsWith('JSON') ? { 200: { body: z.string(), cookies } } : responses
    const answer = await ask(handler, { responses: described })
    expect(answer.status).toBe(200)
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(
      new RegExp(
        `^The response 200 of GET / does not fit its contract:\n {2}response\\.cookies\\.${name}: `,
      ),
    )
  })

  it('are those that a session adds with the head', async () => {
    t.app.use(session({ secret: 'cat', resave: false, saveUninitialized: false }) as any)
    const described = { 200: { body: z.string(), cookies: { 'connect.sid': z.string().min(9) } } }
    t.app.get('/', contract({ responses: described }) as any, (req: any, res: any) => {
      if (req.query.name) req.session.name = req.query.name
      res.json('in')
    })
    const answer = await t.request('/?name=Ada')
    expect([answer.text, answer.headers['set-cookie']?.length, printed]).toEqual(['"in"', 1, []])
    await t.request('/')
    expect(printed).toHaveLength(1)
    expect(printed[0]).toContain('response.cookies.connect.sid: ')
  })

  it('are for the status that describes them, and not in production', async () => {
    await ask((_req, res) => res.writeHead(204).end())
    t.app.set('env', 'production')
    await t.request('/')
    t.app.get('/none', contract({ responses }) as any, (_req: any, res: any) => res.end())
    expect((await t.request('/none')).status).toBe(200)
    expect(printed).toEqual([])
  })

  it('are checked for HEAD and over HTTP/2', async () => {
    t.app.get('/', contract({ responses }) as any, (_req: any, res: any) => res.end())
    await t.request('/', { method: 'HEAD' })
    const { ask: ask2 } = await startHttp2(t.app as never)
    expect((await ask2('/')).status).toBe(200)
    expect(printed.map((each) => /(GET|HEAD).*\n.*(cookies\.\w+)/.exec(each)?.slice(1))).toEqual([
      ['HEAD', 'cookies.session'],
      ['GET', 'cookies.session'],
    ])
  })

  it('are in the document as the header Set-Cookie', () => {
    const headers = { 'x-total': z.number() }
    t.app.get('/', contract({ responses: { 200: { headers, cookies } } }) as any, () => {})
    const { paths } = describe(t.app, { info })
    expect(paths['/']?.get?.responses['200']).toEqual({
      description: 'OK',
      headers: {
        'x-total': { required: true, schema: { type: 'number' } },
        'Set-Cookie': {
          description: 'Sets the cookies session, theme',
          required: true,
          schema: { type: 'string' },
          'x-cookies': {
            session: { required: true, schema: { type: 'string', pattern: '^[a-z]{3} ?$' } },
            theme: { schema: { type: 'string', enum: ['light', 'dark'] } },
          },
        },
      },
    })
  })

  it('are refused beside the header, and without a schema', () => {
    const twice = { 200: { cookies, headers: { 'Set-Cookie': z.string() } } }
    expect(() => contract({ responses: twice })).toThrow(
      'contract: responses[200] has cookies, so leave set-cookie out of its headers',
    )
    expect(() => contract({ responses: { 200: { cookies: { a: {} } } } as never })).toThrow(
      "contract: responses[200].cookies['a'] is not a schema, got {}",
    )
  })
})
