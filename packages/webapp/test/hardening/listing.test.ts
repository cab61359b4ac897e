import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeHosts } from './support/hosts.ts'

const names = [
  '<img src=x onerror=alert(1)>.txt',
  '<script>alert(1)<',
  '"onmouseover="alert(1)',
  "'onmouseover='alert(1)",
  '&lt;img src=x&gt;',
  'javascript:alert(1)',
  '%3Cimg%3E',
  'a\r\nSet-Cookie: b=c',
  'ü日本\u2028',
  '__proto__',
]
const folders = ['<svg onload=alert(1)>', '"><b>', '?<i>#']

const folder = createFolder({
  ...Object.fromEntries(names.map((name) => [name, `content of ${name}`])),
  ...Object.fromEntries(folders.map((name) => [`${name}/<u>.txt`, 'inside'])),
})
const site = new URL('./listing.site.ts', import.meta.url)
const html = { headers: { Accept: 'text/html' } }

describeHosts('Listings', { site, folder }, (t) => {
  describe('I6 directory listings', () => {
    it.each(names)('shows %j as it is called, and links to it', async (name) => {
      const entry = (await entriesOf('/files/')).find(({ text }) => text === name)
      expect(entry).toEqual({ href: `/files/${encodeURIComponent(name)}`, title: name, text: name })
      expect((await t.request(entry?.href ?? '')).text).toBe(`content of ${name}`)
    })

    it.each(folders)('is as safe inside of %j', async (name) => {
      const path = `/files/${encodeURIComponent(name)}/`
      const [up, entry] = await entriesOf(path)
      expect(up).toMatchObject({ text: '..' })
      expect(entry).toEqual({ href: `${path}%3Cu%3E.txt`, title: '<u>.txt', text: '<u>.txt' })
      const { text } = await t.request(path, html)
      expect(decode(/<title>(.*)<\/title>/.exec(text)?.[1])).toContain(`/files/${name}/`)
    })

    it('has no markup but its own', async () => {
      for (const path of [
        '/files/',
        ...folders.map((name) => `/files/${encodeURIComponent(name)}/`),
      ]) {
        const { text } = await t.request(path, html)
        expect(text).not.toMatch(/<(?:img|svg|b|i|u)\b|<script>alert|"onmouse|'onmouse/)
      }
    })

    it.each(['text/plain', 'application/json'])('is no page as %s', async (Accept) => {
      const { status, headers, text } = await t.request('/files/', { headers: { Accept } })
      expect([status, headers['content-type']]).toEqual([200, `${Accept}; charset=utf-8`])
      expect(text).toContain('<img src=x onerror=alert(1)>.txt')
    })

    async function entriesOf(path: string) {
      const { text } = await t.request(path, html)
      return [...text.matchAll(ENTRY)].map(([, href, title, name]) => ({
        href: decode(href),
        title: decode(title),
        text: decode(name),
      }))
    }
  })
})

const ENTRY = /<li><a href="([^"]*)"[^>]* title="([^"]*)"><span class="name">([^<]*)<\/span>/g

function decode(text = ''): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
}
