import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// The built package, whose types resolve from the folder as in a program of a user.
const folder = fileURLToPath(
  new URL(`../../../../node_modules/.cache/messages-${process.pid}/`, import.meta.url),
)
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js')

const HEAD = `import { client } from 'webapp/client'
import webapp from 'webapp'
import { type ApiTypes, api, contract, provides, route } from 'webapp/contract'
import { z } from 'zod'
const Note = z.object({ id: z.number(), title: z.string() })
const query = z.object({ order: z.enum(['up', 'down']), near: z.object({ x: z.number() }).optional() })
const params = z.object({ id: z.coerce.number() })
const body = z.object({ title: z.string() })
const notes = api(
  route('GET', '/notes', contract({ query }), (_req, res) => res.end()),
  route('GET', '/notes/:id', contract({ params, responses: { 200: Note } }), (_req, res) => res.end()),
  route('POST', '/notes', contract({ body }), (_req, res) => res.end()),
)
interface User { name: string }
const signedIn = provides<{ user: User }>((_req, _res, next) => next())
const isAdmin = provides<{ rank: number }, { user: User }>((_req, _res, next) => next())
const isMember = provides<{ rank: number }, { user: User, tenant: string }>((_req, _res, next) => next())
const members = webapp.Router().use(signedIn)
interface Notes extends ApiTypes<typeof notes> {}
const it = client<Notes>('http://localhost')
`

/** Each mistake, and a part of what the compiler says about it. */
const MISTAKES: readonly (readonly [code: string, sentence: string])[] = [
  ["it.get('/note')", `'"/note"' is not assignable to parameter of type '"/notes" | "/notes/:id"'`],
  ["it.put('/notes')", 'the set has no route for this method'],
  ["it.get('/notes/:id')", 'Expected 2 arguments, but got 1'],
  [
    "it.get('/notes/:id', {})",
    "Property 'params' is missing in type '{}' but required in type '{ readonly ",
  ],
  [
    "it.get('/notes/:id', { params: { note: 7 } })",
    "'note' does not exist in type '{ readonly id: ",
  ],
  ["it.get('/notes/:id', { params: { id: 7 }, quary: {} })", "Did you mean to write 'query'?"],
  ["it.get('/notes', { query: { order: 'up', near: { x: 1 } } })", 'sent as text: use text'],
  [
    "it.get('/notes', { query: { order: 'left' } })",
    `Type '"left"' is not assignable to type '"down" | "up"'`,
  ],
  [
    "it.post('/notes', { body: {} })",
    "Property 'title' is missing in type '{}' but required in type '{ title: string; }'",
  ],
  [
    "it.post('/notes', { body: { titel: 'Tea' } })",
    "'titel' does not exist in type '{ title: string; }'. Did you mean to write 'title'?",
  ],
  ["it.get('/notes/:id', { params: { id: 7 } }).then((r) => r.body.id)", "'r.body' is of type"],
  [
    "route('GET', '/a', contract({ responses: { 200: Note } }), (_req, res) => { res.json({ a: 1 }) })",
    "'a' does not exist in type '{ id: number; title: string; }'",
  ],
  [
    "route('GET', '/a', contract({ responses: { 200: Note } }), (_req, res) => { res.status(404).json({}) })",
    'the contract has no response with this status',
  ],
  ["route('GET', '/a', contract({ querry: query }))", "write 'query'"],
  ["route('GET', '/a', contract({ params }))", "the path has no parameter 'id'"],
  [
    'contract({ responses: { 200: { bdy: Note } } })',
    "responses[200] has no field 'bdy'; write 'body'",
  ],
  ["route('GET', '/a', isAdmin, (_req, res) => res.end())", 'a middleware needs req.user: put one'],
  ["webapp().get('/a', isAdmin, (_req, res) => res.end())", 'a middleware needs req.user: put one'],
  ["webapp().route('/a').get(isAdmin)", 'a middleware needs req.user: put one'],
  ['webapp().use(isAdmin)', 'a middleware needs req.user: put one'],
  [
    "webapp().get('/a', signedIn, (req) => req.user.nme)",
    "Property 'nme' does not exist on type 'User'",
  ],
  ["webapp().get('/a', (req) => req.user)", "Property 'user' does not exist"],
  ["members.get('/a', (req) => req.user.nme)", "Property 'nme' does not exist on type 'User'"],
  ["members.get('/a', isMember)", 'a middleware needs req.tenant: put one'],
]

it('says in a sentence what is wrong with a call or a route', () => {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    writeFileSync(join(folder, 'a.ts'), HEAD + MISTAKES.map(([code]) => `${code}\n`).join(''))
    const args = [tsc, '-p', folder, '--pretty', 'false']
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    const said = new Map<number, string>()
    let line = 0
    for (const text of stdout.split('\n')) {
      line = Number(/a\.ts\((\d+),/.exec(text)?.[1] ?? line)
      said.set(line, `${said.get(line) ?? ''}${text}\n`)
    }
    const first = HEAD.split('\n').length
    expect([...said.keys()].sort((a, b) => a - b)).toEqual(MISTAKES.map((_, at) => first + at))
    for (const [at, [, sentence]] of MISTAKES.entries()) {
      expect(said.get(first + at)).toContain(sentence)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
