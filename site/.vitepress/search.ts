import type { DefaultTheme } from 'vitepress'

/** VitePress sends the functions of `miniSearch` to the browser as text, so each stands alone. */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  // The index has no colours: highlighting would take half of the time of the build again.
  _render(text, environment, md) {
    const { highlight } = md.options
    md.options.highlight = null
    try {
      return md.render(text, environment)
    } finally {
      md.options.highlight = highlight
    }
  },
  miniSearch: {
    options: {
      // The words, names such as `res.sendFile` as a whole, and `=app` for a title that is `app`:
      // a search for `app` must find that section among all that have the word.
      tokenize(text: string, field?: string) {
        const words = text.split(/[\n\r\p{Z}\p{P}`|+<>=]+/u)
        const names = text.match(/[\w$]+(?:\.[\w$]+)+/g) ?? []
        const whole = field === undefined || field === 'title' ? [`=${text.trim()}`] : []
        return [...words, ...names, ...whole].filter(Boolean)
      },
    },
    searchOptions: {
      fuzzy: (term: string) => (term.includes('.') || term.length < 5 ? false : 0.2),
      prefix: true,
      boost: { title: 6, text: 1, titles: 2 },
      // The ledger of the dialects and the decisions mention every member.
      boostDocument(id: string) {
        if (id.startsWith('/reference/')) return 2
        if (/^\/(decisions|project)\/|^\/(dialects|differences|ecosystem|performance)/.test(id))
          return 0.3
        return 1
      },
    },
  },
}
