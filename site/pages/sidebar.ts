import type { Group } from './navigation.ts'
import { addressOf, groupsOf, type Page, partsOf } from './pages.ts'

/** The shape that VitePress expects. */
export interface Item {
  readonly text: string
  readonly link?: string
  readonly items?: Item[]
  readonly collapsed?: boolean
}

/**
 * A sidebar for each group, so that it stays short: the groups without a place in the bar on top
 * follow the one before them.
 */
export function writeSidebar(pages: readonly Page[]): Record<string, Item[]> {
  const sidebars: { groups: Group[]; items: Item[] }[] = []
  for (const group of groupsOf(pages)) {
    if (group.short !== undefined || sidebars.length === 0) sidebars.push({ groups: [], items: [] })
    const sidebar = sidebars.at(-1)
    sidebar?.groups.push(group)
    sidebar?.items.push(toSection(group, pages))
  }
  // VitePress takes the longest prefix, so `/` holds the pages that are in no folder.
  return Object.fromEntries(
    sidebars.flatMap(({ groups, items }) =>
      groups.flatMap(prefixesOf).map((prefix) => [prefix, items]),
    ),
  )
}

function prefixesOf({ folder, also = [] }: Group): string[] {
  return [folder === '' ? '/' : `/${folder}/`, ...also.map((name) => `/${name}`)]
}

export interface BarItem {
  readonly text: string
  readonly link: string
  readonly activeMatch: string
}

export function writeBar(pages: readonly Page[]): BarItem[] {
  return groupsOf(pages).flatMap((group) => {
    const first = firstPage(group, pages)
    if (group.short === undefined || first === undefined) return []
    return [{ text: group.short, link: addressOf(first.path), activeMatch: matchOf(group, pages) }]
  })
}

/**
 * A section that can be collapsed has a link in its title: without one, VitePress puts a button into
 * a button, which assistive technology cannot tell apart.
 */
function toSection(group: Group, pages: readonly Page[]): Item {
  const { title: text, folder, collapsed } = group
  const overview = pages.find(({ path }) => path === `${folder}/index.md`)
  const items = partsOf(group, pages).flatMap((part) => {
    const links = part.pages.map(toItem)
    return part.title === undefined ? links : [{ text: part.title, items: links }]
  })
  if (overview === undefined) return { text, items }
  const { link } = toItem(overview)
  if (collapsed) return { text, link, collapsed, items }
  return { text, items: [{ text: 'Overview', link }, ...items] }
}

function toItem({ path, title }: Page): Item {
  return { text: title, link: addressOf(path) }
}

function firstPage(group: Group, pages: readonly Page[]): Page | undefined {
  const overview = pages.find(({ path }) => path === `${group.folder}/index.md`)
  return overview ?? partsOf(group, pages)[0]?.pages[0]
}

function matchOf(group: Group, pages: readonly Page[]): string {
  if (group.folder !== '')
    return prefixesOf(group)
      .map((prefix) => `^${prefix}`)
      .join('|')
  const own = partsOf(group, pages).flatMap((part) => part.pages.map(({ path }) => addressOf(path)))
  return `^(${own.join('|')})$`
}
