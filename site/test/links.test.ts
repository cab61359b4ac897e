import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSiteFiles } from '../output/site-files.ts'
import { addressOf, findPages } from '../pages/pages.ts'
import { places } from '../places.ts'
import { builtPages } from './built-pages.ts'

const files = findSiteFiles(places.built)
const byAddress = new Map(builtPages.map((page) => [page.address, page]))

describe('links', () => {
  it('has a page for each Markdown document', () => {
    const expected = findPages(places.repository).map(({ path }) => addressOf(path))
    expect([...byAddress.keys()].sort()).toEqual(expected.sort())
  })

  it.each(builtPages.map(({ address }) => address))(
    '%s has no broken link or anchor',
    (address) => {
      const page = byAddress.get(address)
      const broken = (page?.links ?? []).filter((link) => !isIntact(address, link))
      expect(broken).toEqual([])
    },
  )

  it.each([...files.keys()].filter((path) => path.endsWith('.md')))(
    '%s has links that work in the Markdown too',
    (path) => {
      const links = readMarkdownLinks(path)
      expect(links.filter((link) => !files.has(link))).toEqual([])
    },
  )
})

function isIntact(from: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return true
  const { pathname, hash } = new URL(link, `http://site${from}`)
  const path = decodeURI(pathname)
  if (!files.has(path)) return false
  const target = byAddress.get(path)
  return hash === '' || target === undefined || target.ids.has(decodeURIComponent(hash.slice(1)))
}

function readMarkdownLinks(path: string): string[] {
  const page = readFileSync(join(places.built, path), 'utf8')
  const text = page.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => decodeURI(new URL(target, `http://site${path}`).pathname))
}
