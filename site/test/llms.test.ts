import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findSiteFiles } from '../output/site-files.ts'
import { findPages } from '../pages/pages.ts'
import { places } from '../places.ts'

const read = (path: string) => readFileSync(join(places.built, path), 'utf8')
const written = findPages(places.repository).filter(({ source }) => source !== undefined)

it('llms.txt lists every page that somebody wrote, once', () => {
  const links = [...read('llms.txt').matchAll(/^- \[.+?\]\(\/(.+?)\)/gm)].map(([, path]) => path)
  const expected = written.map(({ path }) => path).filter((path) => path !== 'index.md')
  expect([...links].sort()).toEqual(expected.sort())
})

it('llms.txt leads to files of the site and starts as llmstxt.org says', () => {
  const text = read('llms.txt')
  const files = findSiteFiles(places.built)
  expect(text).toMatch(/^# webapp\n\n> \S.+\n/)
  const links = [...text.matchAll(/\]\((\/.+?)\)/g)].map(([, path = '']) => path)
  expect(links.filter((link) => !files.has(link))).toEqual([])
})

it('llms-full.txt contains the text of every page', () => {
  const text = read('llms-full.txt')
  const missing = written.filter(({ path }) => !text.includes(read(path).trim()))
  expect(missing.map(({ path }) => path)).toEqual([])
})

it('no page tells to install webapp from the registry', () => {
  const wrong =
    /^\s*(\$ )?(npm (i|install|add)|yarn add|pnpm add|bun add) (-\S+ )*webapp(@\S+)?\s*$/m
  const pages = written.filter(({ text }) => wrong.test(text))
  expect(pages.map(({ path }) => path)).toEqual([])
})
