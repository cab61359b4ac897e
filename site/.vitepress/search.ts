import type { DefaultTheme } from 'vitepress'
import { purposes } from '../pages/purposes.ts'

/** VitePress sends the functions of `miniSearch` to the browser as text, so each stands alone. */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  // The index has no colours: highlighting would take half of the time of the build again.
  _render(text, environment, md) {
    const { highlight } = md.options
    md.options.highlight = null
    try {
      return addWords(md.render(text, environment), environment.relativePath)
    } finally {
      md.options.highlight = highlight
    }
  },
  miniSearch: {
    options: {
      // The words, names such as `res.sendFile` as a whole, and `=app` for a title that is `app`, or
      // for the words of a task: a search for `app` must find that section among all that have it.
      tokenize(text: string, field?: string) {
        const words = text.split(/[\n\r\p{Z}\p{P}`|+<>=]+/u)
        const names = text.match(/[\w$]+(?:\.[\w$]+)+/g) ?? []
        const whole = field === undefined || field === 'title' ? [`=${text.trim()}`] : []
        const tasks = field === 'text' ? text.matchAll(/«([^»]*)»/g) : []
        const wholes = Array.from(tasks, ([, task = '']) => `=${task.trim()}`)
        return [...words, ...names, ...whole, ...wholes].filter(Boolean)
      },
    },
    searchOptions: {
      fuzzy: (term: string) => (/[.=]/.test(term) || term.length < 5 ? false : 0.2),
      prefix: true,
      boost: { title: 6, text: 1, titles: 2 },
      // Pages for users come before decisions and ledgers, which mention every member and task.
      boostDocument(id: string, term: string) {
        const isWhole = term.startsWith('=')
        if (/^\/(decisions|project)\//.test(id)) return 0.03
        // The first page has a part of everything.
        if (/^\/(#|dialects|differences|ecosystem|performance)/.test(id)) return 0.3
        if (id.startsWith('/reference/')) return isWhole ? 24 : 2
        return isWhole ? 90 : 1
      },
    },
  },
}

/** The words of the tasks of a page, below its title: the index has them, and no page shows them. */
function addWords(html: string, path: string): string {
  const words = purposes[path]?.words ?? []
  const text = words.map((word) => `«${word}»`).join(' ')
  return html.replace('</h1>', `</h1>\n<p>${text}</p>`)
}
