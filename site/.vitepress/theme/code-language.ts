import { onContentUpdated } from 'vitepress'
import { onMounted, onUnmounted } from 'vue'

const key = 'webapp-language'
const languages = new Set(['TypeScript', 'JavaScript'])

/** All pairs of TypeScript and JavaScript show the same language, on every page. */
export function watchCodeGroups(): void {
  onContentUpdated(() => {
    const language = recall()
    if (language !== undefined) showLanguage(language)
  })
  onMounted(() => window.addEventListener('change', onChange))
  onUnmounted(() => window.removeEventListener('change', onChange))
}

function onChange({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.closest('.vp-code-group') === null) return
  const language = labelOf(target)
  if (!languages.has(language)) return
  remember(language)
  // The tab that was clicked must stay where it is while others change their height.
  const before = target.getBoundingClientRect().top
  showLanguage(language)
  window.scrollBy(0, target.getBoundingClientRect().top - before)
}

function showLanguage(language: string): void {
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll<HTMLInputElement>('.tabs input')]
    const wanted = inputs.findIndex((input) => labelOf(input) === language)
    if (wanted < 0) continue
    for (const [at, input] of inputs.entries()) input.checked = at === wanted
    for (const [at, block] of [...(group.querySelector('.blocks')?.children ?? [])].entries()) {
      block.classList.toggle('active', at === wanted)
    }
  }
}

function labelOf(input: HTMLInputElement): string {
  return input.labels?.[0]?.textContent?.trim() ?? ''
}

function recall(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // A browser may refuse storage: the choice then holds for this page.
  }
}
