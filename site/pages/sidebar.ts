import type { Group } from './navigation.ts'
import { addressOf, groupsOf, type Page, partsOf } from './pages.ts'

/** The shape that VitePress expects. */
export interface Item {
  readonly text: string
  readonly link?: string
  readonly items?: Item[]
  readonly collapsed?: boolean
}

export function writeSidebar(pages: readonly Page[]): Item[] {
  return groupsOf(pages).map((group) => ({
    text: group.title,
    collapsed: group.collapsed ?? false,
    items: itemsOf(group, pages),
  }))
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

function itemsOf(group: Group, pages: readonly Page[]): Item[] {
  const overview = pages.filter(({ path }) => path === `${group.folder}/index.md`)
  const parts = partsOf(group, pages).flatMap((part) => {
    const items = part.pages.map(toItem)
    if (part.title === undefined) return items
    return [{ text: part.title, collapsed: false, items }]
  })
  return [...overview.map((page) => ({ ...toItem(page), text: 'Overview' })), ...parts]
}

function toItem({ path, title }: Page): Item {
  return { text: title, link: addressOf(path) }
}

function firstPage(group: Group, pages: readonly Page[]): Page | undefined {
  const overview = pages.find(({ path }) => path === `${group.folder}/index.md`)
  return overview ?? partsOf(group, pages)[0]?.pages[0]
}

function matchOf(group: Group, pages: readonly Page[]): string {
  if (group.folder !== '') return `^/${group.folder}/`
  const own = partsOf(group, pages).flatMap((part) => part.pages.map(({ path }) => addressOf(path)))
  return `^(${own.join('|')})$`
}
