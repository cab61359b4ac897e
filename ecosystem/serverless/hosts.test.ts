import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'

// The templates of docs/guide/hosts.md, with the packages that the hosts publish. These packages are
// installed in this folder alone, so the test loads them by name.
const require = createRequire(import.meta.url)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(here(path), 'utf8')
const load = (name: string) => import(here(`hosts/${name}`))

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** The origin of a server that is listening. */
async function originOf(started: Server): Promise<string> {
  server = started
  if (!started.listening) await once(started.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

const COOKIES = ['a=1; Path=/; HttpOnly; SameSite=Lax', 'b=x%20y; Max-Age=60; Path=/; Expires=']

/** Checks what every template has to do: the path and the query, bodies, cookies and several chunks. */
async function expectPets(ask: (path: string, init?: RequestInit) => Promise<Response>) {
  const pets = await ask('/pets/7?q=1')
  const { id, query } = (await pets.json()) as { id: string; query: object }
  expect([pets.status, id, query]).toEqual([201, '7', { q: '1' }])
  const cookies = pets.headers.getSetCookie().map((line) => line.toLowerCase().split('; ').sort())
  const names = COOKIES.map((line) => line.toLowerCase().split('; ').sort())
  expect(cookies.map((parts) => parts.filter((part) => !part.startsWith('expires')))).toEqual(
    names.map((parts) => parts.filter((part) => !part.startsWith('expires'))),
  )
  const headers = { 'content-type': 'application/json' }
  const echo = await ask('/echo', { method: 'POST', headers, body: '{"a":"é"}' })
  expect(await echo.json()).toEqual({ a: 'é' })
  expect(await (await ask('/parts')).text()).toBe('one two')
  expect((await ask('/none')).status).toBe(404)
}

describe('the page about other hosts', () => {
  it.each(['vercel.js', 'vercel.json', 'netlify.js', 'google.js', 'azure.js', 'azure.host.json'])(
    'shows %s',
    (name) => {
      expect(read('../../docs/guide/hosts.md')).toContain(`\n${read(`hosts/${name}`)}\`\`\``)
    },
  )

  it('has templates with the types that the packages declare', async () => {
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
    ]
    const others = ['--allowJs', '--skipLibCheck', '--types', 'node', '--noImplicitAny', 'false']
    const compiler = here('../../node_modules/typescript/bin/tsc')
    const args = [compiler, ...options, ...others, here('hosts/check-types.mts')]
    await promisify(execFile)(process.execPath, args, { cwd: here('.') }).catch((error) => {
      throw new Error(error.stdout)
    })
  })
})

it('runs on Vercel: an export that is a request listener, and a valid configuration', async () => {
  const { getTransformedRoutes } = require('@vercel/routing-utils')
  const { routes, error } = getTransformedRoutes(JSON.parse(read('hosts/vercel.json')))
  expect([error, routes.some(({ dest }: { dest?: string }) => dest === '/api')]).toEqual([
    null,
    true,
  ])
  // Vercel passes the path of the client to the function, not that of the rewrite.
  const origin = await originOf(createServer((await load('vercel.js')).default as RequestListener))
  await expectPets((path, init) => fetch(origin + path, init))
})

it('runs on Netlify: a function of Request and context', async () => {
  const { default: handler, config } = await load('netlify.js')
  expect(config).toEqual({ path: '/*' })
  const context = { ip: '203.0.113.7' }
  await expectPets((path, init) =>
    handler(new Request(`https://site.netlify.app${path}`, init), context),
  )
  const pets = await handler(new Request('https://site.netlify.app/pets/1'), context)
  expect((await pets.json()).ip).toBe('203.0.113.7')
})

it('runs on Google Cloud: in the functions framework', async () => {
  await load('google.js')
  const { getTestServer } = require('@google-cloud/functions-framework/testing')
  const origin = await originOf(getTestServer('application'))
  await expectPets((path, init) => fetch(origin + path, init))
})

it('runs on Azure: with the requests and responses of @azure/functions', async () => {
  const { HttpRequest, HttpResponse } = require('@azure/functions')
  const { handler } = await load('azure.js')
  await expectPets(async (path, init) => {
    const { method = 'GET', headers = {}, body } = init ?? {}
    const url = `https://site.azurewebsites.net${path}`
    const request = new HttpRequest({ url, method, headers, body: { string: body } })
    const {
      status,
      headers: sent,
      cookies,
      body: stream,
    } = new HttpResponse(await handler(request))
    const response = new Response(stream, { status, headers: sent })
    for (const cookie of cookies) response.headers.append('set-cookie', format(cookie))
    return response
  })
})

interface AzureCookie {
  readonly name: string
  readonly value: string
  readonly path?: string
  readonly maxAge?: number
  readonly httpOnly?: boolean
  readonly sameSite?: string
}

/** The header that Azure makes of a cookie. */
function format({ name, value, path, maxAge, httpOnly, sameSite }: AzureCookie): string {
  const parts = [`${name}=${encodeURIComponent(value)}`]
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`)
  if (path !== undefined) parts.push(`Path=${path}`)
  if (httpOnly) parts.push('HttpOnly')
  if (sameSite !== undefined) parts.push(`SameSite=${sameSite}`)
  return parts.join('; ')
}
