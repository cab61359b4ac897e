import { ref, shallowRef } from 'vue'

export const dialects = ['all', '5.x', '4.x', '3.x'] as const
export type Dialect = (typeof dialects)[number]

const newest = '5.x'

/** The choice holds on every page, and in later visits. */
export const chosen = ref<Dialect>(newest)
export const hasDialectSections = shallowRef(false)

const key = 'webapp-dialect'

export function choose(dialect: Dialect): void {
  chosen.value = dialect
  remember(dialect)
  showDialect()
}

/**
 * Applies the choice to the page. The style sheet hides sections by the attribute of the root; the
 * outline beside the page has no such attribute, so its links need a rule each.
 */
export function showDialect(): void {
  const { documentElement: root } = document
  chosen.value = recall()
  if (chosen.value === 'all') delete root.dataset.dialect
  else root.dataset.dialect = chosen.value
  const sections = [...document.querySelectorAll<HTMLElement>('.dialect-section')]
  hasDialectSections.value = sections.length > 0
  for (const section of sections) revealTarget(section)
  hideInOutline(sections.filter(isHidden))
}

/** A link to a section that the chosen dialect lacks must still show it. */
function revealTarget(section: HTMLElement): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (isHidden(section) && target !== null && section.contains(target)) {
    section.dataset.revealed = chosen.value
    target.scrollIntoView()
  } else if (section.dataset.revealed !== chosen.value) {
    delete section.dataset.revealed
  }
}

function isHidden({ dataset }: HTMLElement): boolean {
  if (chosen.value === 'all' || dataset.revealed === chosen.value) return false
  // The class of a page on which every section would be hidden.
  if (document.querySelector(`.lacks-${chosen.value.replace('.', '')}`) !== null) return false
  return !(dataset.dialects ?? '').split(' ').includes(chosen.value)
}

function hideInOutline(sections: readonly HTMLElement[]): void {
  const ids = sections.flatMap((section) =>
    [...section.querySelectorAll('h2[id], h3[id]')].map(({ id }) => id),
  )
  const links = ids.map((id) => `.outline-link[href="#${CSS.escape(id)}"]`)
  const style = findStyle()
  style.textContent = links.length === 0 ? '' : `${links.join(',')}{display:none}`
}

function findStyle(): HTMLStyleElement {
  const found = document.querySelector<HTMLStyleElement>('style[data-for="outline"]')
  if (found !== null) return found
  const style = document.createElement('style')
  style.dataset.for = 'outline'
  document.head.append(style)
  return style
}

function recall(): Dialect {
  try {
    const stored = localStorage.getItem(key)
    return dialects.find((dialect) => dialect === stored) ?? newest
  } catch {
    // A browser may refuse storage: the choice then lasts until the next load.
    return chosen.value
  }
}

function remember(dialect: Dialect): void {
  try {
    localStorage.setItem(key, dialect)
  } catch {
    // As above.
  }
}
