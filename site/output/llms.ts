import type { Group } from '../pages/navigation.ts'
import { addressOf, groupsOf, type Page, partsOf } from '../pages/pages.ts'

/** The list of pages for coding assistants, as llmstxt.org describes it. */
export function writeLlmsText(pages: readonly Page[]): string {
  const first = pages.find(({ path }) => path === 'index.md')
  const lines = [
    '# webapp',
    '',
    `> ${first?.about ?? ''}`,
    '',
    'Each page is also Markdown: append `.md` to its address. /llms-full.txt contains all pages.',
    'The npm package named `webapp` on the public registry is unrelated: see Install on the first page.',
  ]
  for (const group of groupsOf(pages)) {
    lines.push('', `## ${group.title}`, '')
    for (const { path, title, about } of writtenPages(group, pages)) {
      lines.push(`- [${title}](/${path})${about === '' ? '' : `: ${about}`}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** All pages in the order of the navigation, each below its address. */
export function writeLlmsFullText(pages: readonly Page[]): string {
  const ordered = [
    ...pages.filter(({ path }) => path === 'index.md'),
    ...groupsOf(pages).flatMap((group) => writtenPages(group, pages)),
  ]
  const texts = ordered.map(({ path, text }) => `<!-- ${addressOf(path)} -->\n\n${text.trim()}\n`)
  return texts.join('\n---\n\n')
}

/** Without the overviews that the site writes itself: they would only repeat the list. */
function writtenPages(group: Group, pages: readonly Page[]): Page[] {
  const overview = pages.filter(
    ({ path, source }) => path === `${group.folder}/index.md` && source !== undefined,
  )
  return [...overview, ...partsOf(group, pages).flatMap((part) => part.pages)]
}
