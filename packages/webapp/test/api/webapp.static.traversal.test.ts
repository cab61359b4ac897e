import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const secret = 'the bytes of the outside'
const base = createFolder({
  'public/inside.txt': 'inside',
  'public/a/b.txt': 'b',
  'outside.txt': secret,
  'public-not/outside.txt': secret,
})
const root = join(base, 'public')

const attempts = [
  '/../outside.txt',
  '/a/../../outside.txt',
  '/a/b/../../../outside.txt',
  '/%2e%2e/outside.txt',
  '/%2E%2E/outside.txt',
  '/.%2e/outside.txt',
  '/..%2foutside.txt',
  '/..%2Foutside.txt',
  '/%2e%2e%2foutside.txt',
  '/a/%2e%2e/%2e%2e/outside.txt',
  '/a%2f..%2f..%2foutside.txt',
  '/..%5coutside.txt',
  '/..\\outside.txt',
  '/a\\..\\..\\outside.txt',
  '/a%5c..%5c..%5coutside.txt',
  '/%252e%252e/outside.txt',
  '/%252e%252e%252foutside.txt',
  '/%c0%ae%c0%ae/outside.txt',
  '/%c0%ae%c0%ae%c0%afoutside.txt',
  '/%e0%80%ae%e0%80%ae/outside.txt',
  '/....//outside.txt',
  '/..../outside.txt',
  '/.../outside.txt',
  '/．．/outside.txt',
  '/%EF%BC%8E%EF%BC%8E/outside.txt',
  '/%EF%BC%8E%EF%BC%8E%EF%BC%8Foutside.txt',
  '/..;/outside.txt',
  '/..%00/outside.txt',
  '/../outside.txt%00.html',
  '/%00../outside.txt',
  '/../public-not/outside.txt',
  '/..%2fpublic-not%2foutside.txt',
  '/-not/outside.txt',
  `/${base}/outside.txt`,
  `//${base}/outside.txt`,
  '/C:/outside.txt',
  '/~/outside.txt',
  '/./../outside.txt',
  '/.//..//outside.txt',
  '/%u002e%u002e/outside.txt',
  '/..',
  '/../',
  '/%2e%2e',
  '/a/../..',
]

describeDialects('ways out of a root', ['5.x', '4.x'], (t) => {
  const get = (path: string) =>
    t.raw(
      Buffer.from(`GET ${encodeControls(path)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    )

  describe.each(attempts)('%s', (path) => {
    it('is none for webapp.static', async () => {
      t.app.use('/', t.webapp.static(root, { dotfiles: 'allow' }))
      const answer = await get(path)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:301|400|403|404) /)
      expect(answer).not.toContain(secret)
    })

    it('is none for webapp.static below a mount', async () => {
      t.app.use('/s', t.webapp.static(root, { dotfiles: 'allow', fallthrough: false }))
      const answer = await get(`/s${path}`)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:301|400|403|404) /)
      expect(answer).not.toContain(secret)
    })

    it.each(['sendFile', 'download'] as const)('is none for res.%s with a root', async (member) => {
      t.app.use((req, res) => {
        const name = decodeOnce(req.url.slice(1))
        res[member](name, { root, dotfiles: 'allow' })
      })
      const answer = await get(path)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:400|403|404|500) /)
      expect(answer).not.toContain(secret)
    })
  })

  it.each(['sendFile', 'download'] as const)('are refused by res.%s with 403', async (member) => {
    const errors: unknown[] = []
    t.app.get('/', (_req, res) => {
      res[member]('../outside.txt', { root }, (error) => {
        errors.push((error as Error & { status: number }).status)
        res.end()
      })
    })
    await t.request('/')
    expect(errors).toEqual([403])
  })

  it.each(['/../x', '/a/../../x', '/../public/inside.txt', '/..%2fpublic/inside.txt'])(
    'are refused with 403 when nothing falls through: %s',
    async (path) => {
      t.app.use(t.webapp.static(root, { fallthrough: false }))
      expect(await get(path)).toMatch(/^HTTP\/1\.1 403 /)
    },
  )

  it('do not include steps that stay inside', async () => {
    t.app.use(t.webapp.static(root))
    expect(await get('/a/../inside.txt')).toMatch(/inside$/)
    expect(await get('/a/./b.txt')).toMatch(/b$/)
  })
})

// Node's parser takes no raw bytes above ASCII in a target.
function encodeControls(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, encodeURIComponent)
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
