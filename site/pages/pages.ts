import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Group, groups } from './navigation.ts'
import { purposes } from './purposes.ts'

/** A page of the site. Paths have `/` on every system. */
export interface Page {
  /** In the Markdown of the site: `guide/http2.md`. */
  readonly path: string
  /** In the repository: `docs/guide/http2.md`; `undefined` if the site writes the page itself. */
  readonly source?: string
  readonly title: string
  /** One sentence: what the page is for. */
  readonly about: string
  readonly text: string
}

/** Documents beside `docs/` that are pages too. */
const documents: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'project/changelog.md',
  'SECURITY.md': 'project/security.md',
  'ARCHITECTURE.md': 'project/architecture.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'GOVERNANCE.md': 'project/governance.md',
  'MAINTAINERS.md': 'project/maintainers.md',
  'CODE_OF_CONDUCT.md': 'project/code-of-conduct.md',
}

/** Documents that a page of the site replaces: links to them lead to that page. */
export const replaced: Readonly<Record<string, string>> = { 'README.md': 'index.md' }

export function findPages(repository: string): Page[] {
  const docs = listFiles(join(repository, 'docs'), '.md').map((path) => [`docs/${path}`, path])
  const others = Object.entries(documents).filter(([source]) =>
    existsSync(join(repository, source)),
  )
  const pages = [...docs, ...others].map(([source = '', path = '']) =>
    createPage(path, readFileSync(join(repository, source), 'utf8'), source),
  )
  return [...pages, ...overviews(pages)]
}

export function createPage(path: string, text: string, source?: string): Page {
  const { title, summary } = describe(text)
  const about = purposes[path]?.about.replaceAll('`', '') ?? aboutOf(path, summary)
  return { path, source, title: title ?? path, about, text }
}

/** A decision begins with what was known before, so its title says more than its first sentence. */
function aboutOf(path: string, summary: string): string {
  return path.startsWith('decisions/') && path !== 'decisions/index.md'
    ? ''
    : firstSentence(summary)
}

/** The address without a host: `/guide/http2`, `/guide/` for `guide/index.md`. */
export function addressOf(path: string): string {
  return `/${path.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`
}

/** The folder of the group that has the page. */
function folderOf(path: string): string {
  if (path.includes('/')) return path.slice(0, path.indexOf('/'))
  const name = path.replace(/\.md$/, '')
  return groups.find(({ also }) => also?.includes(name))?.folder ?? ''
}

/** The groups that have pages, those of folders without an entry of their own included. */
export function groupsOf(pages: readonly Page[]): Group[] {
  const folders = new Set(
    pages.filter(({ path }) => path !== 'index.md').map((p) => folderOf(p.path)),
  )
  const known = new Set(groups.map(({ folder }) => folder))
  const others = [...folders].filter((folder) => !known.has(folder)).sort()
  return [
    ...groups.filter(({ folder }) => folders.has(folder)),
    ...others.map((folder) => ({ folder, title: toTitle(folder), summary: '', parts: [] })),
  ]
}

/** The pages of a group in their order, by part; the overview of the folder is not among them. */
export function partsOf(group: Group, pages: readonly Page[]): { title?: string; pages: Page[] }[] {
  const prefix = group.folder === '' ? '' : `${group.folder}/`
  const own = pages.filter(
    ({ path }) => folderOf(path) === group.folder && path !== `${prefix}index.md`,
  )
  const listed = group.parts.map(({ title, pages: names }) => ({
    title,
    pages: names.flatMap((name) =>
      own.filter(({ path }) => path === `${prefix}${name}.md` || path === `${name}.md`),
    ),
  }))
  const taken = new Set(listed.flatMap((part) => part.pages))
  const rest = own.filter((page) => !taken.has(page)).sort(byTitle(group))
  return [...listed, { title: group.rest, pages: rest }].filter((part) => part.pages.length > 0)
}

function byTitle(group: Group): (a: Page, b: Page) => number {
  // Decisions are numbered, so their paths are their order.
  const key = group.parts.length === 0 ? 'path' : 'title'
  return (a, b) => a[key].localeCompare(b[key], 'en')
}

/** A list of its pages for each folder that has none. */
function overviews(pages: readonly Page[]): Page[] {
  const missing = groupsOf(pages).filter(
    ({ folder }) => folder !== '' && !pages.some(({ path }) => path === `${folder}/index.md`),
  )
  return missing.map((group) => createPage(`${group.folder}/index.md`, writeOverview(group, pages)))
}

function writeOverview(group: Group, pages: readonly Page[]): string {
  const lines = [`# ${group.title}`, '', group.summary]
  for (const part of partsOf(group, pages)) {
    if (part.title !== undefined) lines.push('', `## ${part.title}`)
    lines.push('', ...part.pages.map((page) => listEntry(page, group.folder)))
  }
  return `${lines.join('\n').trim()}\n`
}

function listEntry({ path, title, about }: Page, folder: string): string {
  const link = `- [${title}](${posix.relative(folder, path)})`
  return about === '' ? link : `${link}: ${about}`
}

function firstSentence(text: string): string {
  return /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text
}

/** The first heading and the first paragraph. */
function describe(text: string): { title?: string; summary: string } {
  const blocks = withoutFences(text)
    .split(/\n\s*\n/)
    .map((block) => block.trim())
  const heading = blocks.findIndex((block) => /^#\s/.test(block))
  if (heading < 0) return { summary: '' }
  const [first = '', ...below] = (blocks[heading] ?? '').split('\n')
  const candidates = [below.join('\n').trim(), ...blocks.slice(heading + 1)]
  const paragraph = candidates.find((block) => /^[\w*`[("“]/.test(block)) ?? ''
  return { title: toPlainText(first.replace(/^#\s+/, '')), summary: toPlainText(paragraph) }
}

function withoutFences(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
}

export function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function toTitle(folder: string): string {
  const words = folder.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Paths below a folder, sorted. */
export function listFiles(folder: string, ...endings: readonly string[]): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => endings.length === 0 || endings.some((ending) => path.endsWith(ending)))
    .sort()
}
