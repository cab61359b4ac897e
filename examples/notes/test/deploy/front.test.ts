import { once } from 'node:events'
import { get as getHttp } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../faults/client.ts'
import { type Service, startService } from '../faults/service.ts'
import { missingPrograms, type RealParts, startRealParts } from '../real-parts.ts'

const missing = missingPrograms()

describe.skipIf(missing)(
  `deploy/nginx in front of the application ${missing && `(${missing})`}`,
  () => {
    let parts: RealParts
    let service: Service
    let person: Client

    beforeAll(async () => {
      parts = await startRealParts()
      service = await startService(parts, { processes: 1 })
      person = new Client(service.port, 'visitor')
      await person.signUp()
    })

    afterAll(async () => {
      person?.close()
      await service?.release()
      await parts?.release()
    })

    it('sends browsers from HTTP to HTTPS', async () => {
      const [res] = await once(getHttp({ port: service.httpPort, path: '/notes?a=1' }), 'response')
      res.resume()
      expect(res.statusCode).toBe(308)
      expect(res.headers.location).toMatch(/^https:\/\/.*\/notes\?a=1$/)
    })

    it('speaks HTTP/2', async () => {
      const session = connectHttp2(`https://127.0.0.1:${service.port}`, {
        rejectUnauthorized: false,
      })
      const stream = session.request({ ':path': '/' })
      const [headers] = await once(stream, 'response')
      expect(headers[':status']).toBe(200)
      expect(await text(stream)).toContain('</html>')
      session.close()
      await once(session, 'close')
    })

    it('compresses pages', async () => {
      const { headers } = await person.get('/notes', {
        Accept: 'text/html',
        'Accept-Encoding': 'gzip',
      })
      expect(headers['content-encoding']).toBe('gzip')
      expect(headers.vary).toContain('Accept-Encoding')
    })

    it('keeps files that the application marks as public, and no pages', async () => {
      const page = await person.get('/notes', { Accept: 'text/html' })
      const [path = ''] = /\/assets\/[^"]+\.css/.exec(page.body) ?? []
      expect((await person.get(path)).headers['x-cache']).toBe('MISS')
      const again = await person.get(path)
      expect(again.headers['x-cache']).toBe('HIT')
      expect(again.headers['cache-control']).toContain('immutable')
      expect(page.headers['x-cache']).toBeUndefined()
    })

    it.each(['/metrics', '/health/live', '/health/ready'])('keeps %s inside', async (path) => {
      expect((await person.get(path)).status).toBe(404)
      const [port] = service.processes.keys()
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
    })

    it.each(['/METRICS', '/metrics/', '/Health/ready', '/%6detrics', '//metrics'])(
      'does not show metrics or health at %s either',
      async (path) => {
        const { status, body } = await person.get(path)
        expect(status).toBe(404)
        expect(body).not.toContain('process_')
      },
    )

    it('compresses a note, whose ETag then still fits If-Match', async () => {
      const text = { title: 'Long', body: 'tea '.repeat(1_000) }
      const { body } = await person.post('/api/v1/notes', text)
      const path = `/api/v1/notes/${JSON.parse(body).id}`
      const { headers } = await person.get(path, { 'Accept-Encoding': 'gzip' })
      expect(headers.etag).toMatch(/^W\//)
      const change = () =>
        person.send(path, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', 'If-Match': String(headers.etag) },
          body: JSON.stringify(text),
        })
      expect((await change()).status).toBe(200)
      expect((await change()).status).toBe(412)
    })

    it('passes an event on as soon as it happens', async () => {
      const { connection } = person
      const sent = request({ ...connection, agent: false, path: '/events' }).end()
      const [res] = await once(sent, 'response')
      expect(res.headers['content-type']).toContain('text/event-stream')
      const heard = new Promise<string>((resolve) => {
        let all = ''
        res.setEncoding('utf8').on('data', (chunk: string) => {
          all += chunk
          if (all.includes('for the stream')) resolve(all)
        })
        res.on('error', () => {}) // The test ends the stream.
      })
      await person.post('/api/v1/notes', { title: 'A note for the stream', body: '' })
      expect(await heard).toContain('event: item')
      sent.destroy()
    })

    it('opens WebSockets, and passes messages on in both directions', async () => {
      const { body } = await person.post('/api/v1/notes', { title: 'With presence', body: '' })
      const socket = person.openSocket(`/notes/${JSON.parse(body).id}/presence`)
      const messages: string[] = []
      socket.on('message', (data) => messages.push(String(data)))
      await once(socket, 'open')
      socket.send('{"state":"editing"}')
      await expect.poll(() => messages.join('\n')).toContain('"state":"editing"')
      socket.close()
      await once(socket, 'close')
    })

    it('marks the cookie of the session for TLS, whatever the client claims', async () => {
      const other = new Client(service.port, 'visitor')
      const login = { name: 'visitor', password: "visitor's password" }
      const { headers } = await other.send('/api/v1/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'http' },
        body: JSON.stringify(login),
      })
      expect(String(headers['set-cookie'])).toMatch(/; Secure/)
      other.close()
    })

    it('says what happened when no process responds', async () => {
      const [process] = service.processes.values()
      await process?.stop()
      const { status, headers, body } = await person.get('/api/v1/notes')
      expect(status).toBe(503)
      expect(headers['content-type']).toBe('application/problem+json')
      expect(JSON.parse(body)).toMatchObject({ status: 503, type: 'unavailable.application' })
      await process?.start()
      expect((await person.get('/api/v1/notes')).status).toBe(200)
    })
  },
)
