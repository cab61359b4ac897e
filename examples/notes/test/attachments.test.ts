import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDisk } from '../src/storage/disk.ts'
import { Client } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

const LIMIT = 200_000

let notes: TestNotes
let user: Client
let noteId: string

beforeAll(async () => {
  notes = await openNotes({ maxUploadBytes: LIMIT })
  user = await Client.signUp(notes.app)
  noteId = (await user.addNote('With files')).id
})

afterAll(() => notes?.close())

interface AttachmentJson {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
}

function formOf(...files: [name: string, content: string | Uint8Array, type?: string][]): FormData {
  const form = new FormData()
  for (const [name, content, type = 'text/plain'] of files) {
    form.append('file', new Blob([content], { type }), name)
  }
  return form
}

const upload = (client: Client, body: FormData, id = noteId) =>
  client.send('POST', `/api/v1/notes/${id}/attachments`, {
    body,
    headers: { 'X-CSRF-Token': client.csrfToken },
  })

/** The files of the storage, with those that are incomplete. */
function storedFiles(folder = join(notes.folder, 'uploads')): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('attachments', () => {
  it('are stored, listed, sent and removed', async () => {
    const content = Buffer.alloc(150_000, 'tea ')
    const response = await upload(user, formOf(['käse.bin', content], ['b.txt', 'two']))
    expect(response.statusCode).toBe(201)
    const { attachments } = response.json<{ attachments: AttachmentJson[] }>()
    expect(attachments.map(({ name, size }) => [name, size])).toEqual([
      ['käse.bin', 150_000],
      ['b.txt', 3],
    ])
    const [first, second] = attachments
    const path = `/notes/${noteId}/attachments/${first?.id}`
    const sent = await user.get(path)
    expect(sent.body.equals(content)).toBe(true)
    // Whoever uses this browser next must not read it from a cache.
    expect(sent.headers['cache-control']).toBe('private, no-cache')
    expect(sent.headers['content-disposition']).toContain("filename*=UTF-8''k%C3%A4se.bin")
    const part = await user.get(path, { Range: 'bytes=0-3' })
    expect([part.statusCode, part.text()]).toEqual([206, 'tea '])
    const fresh = await user.get(path, { 'If-None-Match': String(sent.headers.etag) })
    expect(fresh.statusCode).toBe(304)

    expect((await user.api('DELETE', path)).statusCode).toBe(204)
    expect((await user.get(path)).statusCode).toBe(404)
    expect(storedFiles()).toEqual([second?.id])
    const page = await user.visit(`/notes/${noteId}`)
    expect(page).toContain('>b.txt</a>')
    const removed = await user.post(`/notes/${noteId}/attachments/${second?.id}/delete`, {})
    expect(removed.statusCode).toBe(303)
    expect(storedFiles()).toEqual([])
  })

  it('over a limit are 413, and nothing of them is kept', async () => {
    const large = await upload(user, formOf(['large.bin', Buffer.alloc(LIMIT + 1)]))
    expect(large.statusCode).toBe(413)
    const many = Array.from({ length: 11 }, (_, index): [string, string] => [`${index}.txt`, 'x'])
    expect((await upload(user, formOf(...many))).statusCode).toBe(413)
    const list = await user.api('GET', `/notes/${noteId}/attachments`)
    const { attachments } = list.json<{ attachments: AttachmentJson[] }>()
    expect(storedFiles().sort()).toEqual(attachments.map(({ id }) => id).sort())
    expect(attachments.some(({ name }) => name === 'large.bin')).toBe(false)
    const exact = await upload(user, formOf(['exact.bin', Buffer.alloc(LIMIT)]))
    expect(exact.statusCode).toBe(201)
  })

  it('never act as pages of this site', async () => {
    const html = ['page.html', '<script>alert(1)</script>', 'text/html'] as const
    const svg = ['x.svg', '<svg onload="alert(1)"/>', 'image/svg+xml'] as const
    const png = ['x.png', 'not a picture', 'image/png'] as const
    const response = await upload(user, formOf([...html], [...svg], [...png]))
    const { attachments } = response.json<{ attachments: AttachmentJson[] }>()
    const sent = await Promise.all(
      attachments.map(({ id }) => user.get(`/notes/${noteId}/attachments/${id}`)),
    )
    expect(sent.map(({ headers }) => headers['content-type'])).toEqual([
      'application/octet-stream',
      'application/octet-stream',
      'image/png',
    ])
    for (const { headers } of sent) {
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(sent[0]?.headers['content-disposition']).toMatch(/^attachment; /)
    expect(sent[2]?.headers['content-disposition']).toMatch(/^inline; /)
  })

  it('need the token of the session, before the first file', async () => {
    const path = `/notes/${noteId}/attachments`
    const before = storedFiles().length
    const form = formOf(['a.txt', 'a'])
    expect((await user.send('POST', path, { body: form })).statusCode).toBe(403)
    form.append('_csrf', user.csrfToken)
    expect((await user.send('POST', path, { body: form })).statusCode).toBe(403)
    const api = await user.send('POST', `/api/v1${path}`, { body: formOf(['a.txt', 'a']) })
    expect(api.statusCode).toBe(403)
    expect(storedFiles()).toHaveLength(before)

    const good = new FormData()
    good.append('_csrf', user.csrfToken)
    good.append('file', new Blob(['a']), 'a.txt')
    const added = await user.send('POST', path, { body: good })
    expect([added.statusCode, added.headers.location]).toEqual([
      303,
      `/notes/${noteId}#attachments`,
    ])
    const empty = new FormData()
    empty.append('_csrf', user.csrfToken)
    const none = await user.send('POST', path, { body: empty })
    expect(none.headers.location).toBe(`/notes/${noteId}?nofile#attachments`)
    const json = await user.api('POST', path, { a: 1 })
    expect(json.statusCode).toBe(415)
  })

  it('are for those who see the note, and uploads for those who may edit it', async () => {
    const [reader, stranger] = await Promise.all([
      Client.signUp(notes.app),
      Client.signUp(notes.app),
    ])
    await user.api('PUT', `/notes/${noteId}/shares/${reader.name}`, { access: 'read' })
    const added = await upload(user, formOf(['secret.txt', 'secret']))
    const [file] = added.json<{ attachments: AttachmentJson[] }>().attachments
    const path = `/notes/${noteId}/attachments/${file?.id}`
    expect((await reader.get(path)).text()).toBe('secret')
    expect((await upload(reader, formOf(['a.txt', 'a']))).statusCode).toBe(403)
    expect((await reader.api('DELETE', path)).statusCode).toBe(403)
    expect((await stranger.get(path)).statusCode).toBe(404)
    expect((await upload(stranger, formOf(['a.txt', 'a']))).statusCode).toBe(404)
    // The id of a file in another note of the stranger.
    const own = await stranger.addNote('Own')
    expect((await stranger.get(`/notes/${own.id}/attachments/${file?.id}`)).statusCode).toBe(404)
  })

  it('are refused if the note is gone when the upload is complete', async () => {
    const { id } = await user.addNote('Gone soon')
    const before = storedFiles()
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    async function* body() {
      yield `${head}${'x'.repeat(100_000)}`
      await expect.poll(() => storedFiles().length).toBeGreaterThan(before.length)
      await user.api('DELETE', `/notes/${id}`)
      yield '\r\n--b--\r\n'
    }
    const response = await user.send('POST', `/api/v1/notes/${id}/attachments`, {
      body: Readable.from(body()),
      headers: {
        'Content-Type': 'multipart/form-data; boundary=b',
        'X-CSRF-Token': user.csrfToken,
      },
    })
    expect(response.statusCode).toBe(404)
    expect(storedFiles().sort()).toEqual(before.sort())
  })

  it('that are lost, or ranges that do not exist, are pages and not downloads', async () => {
    const added = await upload(user, formOf(['p.png', 'picture', 'image/png']))
    const [file] = added.json<{ attachments: AttachmentJson[] }>().attachments
    const id = file?.id ?? ''
    const path = `/notes/${noteId}/attachments/${id}`
    const beyond = await user.get(path, { Range: 'bytes=99-', Accept: 'text/html' })
    rmSync(join(notes.folder, 'uploads', id.slice(0, 2), id))
    const lost = await user.get(path, { Accept: 'text/html' })
    expect([beyond.statusCode, lost.statusCode]).toEqual([416, 503])
    for (const { headers } of [beyond, lost]) {
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-disposition']).toBeUndefined()
      expect(headers.etag).not.toBe(`"${id}"`)
    }
    await user.api('DELETE', path)
  })

  it('go with their note', async () => {
    const { id } = await user.addNote('Short life')
    const added = await upload(user, formOf(['a.txt', 'a']), id)
    const [file] = added.json<{ attachments: AttachmentJson[] }>().attachments
    expect(storedFiles()).toContain(file?.id)
    await user.api('DELETE', `/notes/${id}`)
    expect(storedFiles()).not.toContain(file?.id)
  })

  it('leave nothing behind if their note is deleted at the same moment', async () => {
    const { database } = notes
    const { transaction } = database
    const before = storedFiles().sort()
    try {
      // An upload ends while the request to delete the note has begun.
      const first = await user.addNote('Deleted first')
      let late: Promise<unknown> | undefined
      database.transaction = async (work) => {
        database.transaction = transaction
        late = upload(user, formOf(['late.txt', 'late']), first.id)
        await late
        return transaction(work)
      }
      expect((await user.api('DELETE', `/notes/${first.id}`)).statusCode).toBe(204)
      await late
      expect(storedFiles().sort()).toEqual(before)

      // The note is deleted between the two statements of an upload.
      const second = await user.addNote('Deleted between')
      database.transaction = (work) =>
        transaction((inner) =>
          work({
            async query(sql, parameters) {
              if (/INSERT INTO attachments/.test(sql)) {
                await inner.query('DELETE FROM notes WHERE id = $1', [second.id])
              }
              return inner.query(sql, parameters)
            },
          }),
        )
      const refused = await upload(user, formOf(['late.txt', 'late']), second.id)
      expect(refused.statusCode).toBe(404)
      expect(storedFiles().sort()).toEqual(before)
    } finally {
      database.transaction = transaction
    }
  })

  it('leave nothing behind if the client leaves', async () => {
    const before = storedFiles()
    const abort = new AbortController()
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    async function* body() {
      yield head + 'x'.repeat(100_000)
      await expect.poll(() => storedFiles().length).toBeGreaterThan(before.length)
      abort.abort()
      yield 'x'
    }
    const response = user.send('POST', `/api/v1/notes/${noteId}/attachments`, {
      body: Readable.from(body()),
      headers: {
        'Content-Type': 'multipart/form-data; boundary=b',
        'X-CSRF-Token': user.csrfToken,
      },
      signal: abort.signal,
    })
    await expect(response).rejects.toThrow()
    await expect.poll(() => storedFiles().sort()).toEqual(before.sort())
  })
})

describe('a disk that is full', () => {
  it('is 507, and keeps no part of the file', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    async function* content() {
      yield Buffer.alloc(10)
      throw full
    }
    const folder = join(notes.folder, 'full')
    const stored = openDisk(folder).put('abcdef', Readable.from(content()))
    await expect(stored).rejects.toMatchObject({ status: 507, type: 'storage.full' })
    expect(storedFiles(folder)).toEqual([])
  })
})

describe('an S3-compatible store', () => {
  const objects = new Map<string, Buffer>()
  let server: Server
  let isBroken = false

  beforeAll(async () => {
    server = createServer(async (req, res) => {
      const { method, url = '' } = req
      const authorization = req.headers.authorization ?? ''
      const content = Buffer.concat(await req.toArray())
      const isSigned = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu\/s3\/aws4_request/.test(
        authorization,
      )
      const isSized = method !== 'PUT' || Number(req.headers['content-length']) === content.length
      if (isBroken || !isSigned || !isSized) return res.writeHead(isBroken ? 500 : 403).end()
      if (method === 'PUT') objects.set(url, content)
      if (method === 'DELETE') objects.delete(url)
      const found = objects.get(url)
      if (method === 'GET' && found === undefined) return res.writeHead(404).end()
      return res
        .writeHead(method === 'DELETE' ? 204 : 200)
        .end(method === 'GET' ? found : undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterAll(() => server?.close())

  it('keeps attachments instead of the folder; if it fails, the response is 503', async () => {
    const { port } = server.address() as AddressInfo
    const s3 = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'notes',
      region: 'eu',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    }
    const remote = await openNotes({ s3 })
    try {
      const owner = await Client.signUp(remote.app)
      const { id } = await owner.addNote('Remote')
      const content = Buffer.alloc(300_000, 'far ')
      const added = await upload(owner, formOf(['far.bin', content]), id)
      expect(added.statusCode).toBe(201)
      const [file] = added.json<{ attachments: AttachmentJson[] }>().attachments
      expect([...objects.keys()]).toEqual([`/notes/${file?.id}`])
      expect(storedFiles(join(remote.folder, 'uploads'))).toEqual([])
      const path = `/notes/${id}/attachments/${file?.id}`
      const sent = await owner.get(path)
      expect(sent.body.equals(content)).toBe(true)
      const fresh = await owner.get(path, { 'If-None-Match': String(sent.headers.etag) })
      expect([fresh.statusCode, fresh.body.length]).toEqual([304, 0])

      isBroken = true
      const failed = await upload(owner, formOf(['no.bin', content]), id)
      expect(failed.statusCode).toBe(503)
      expect(failed.json()).toMatchObject({ code: 'unavailable.storage' })
      expect((await owner.get(path)).statusCode).toBe(503)
      isBroken = false
      expect((await owner.api('DELETE', path)).statusCode).toBe(204)
      expect(objects.size).toBe(0)
    } finally {
      isBroken = false
      await remote.close()
    }
  })
})
