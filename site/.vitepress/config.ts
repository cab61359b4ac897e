import { defineConfig } from 'vitepress'
import { arrangeCards } from '../markdown/cards.ts'
import { arrangeCodeBlocks } from '../markdown/code-blocks.ts'
import { markDialectSections } from '../markdown/dialect-sections.ts'
import { slugify } from '../markdown/slugify.ts'
import { addressOf, findPages, firstSentence } from '../pages/pages.ts'
import { writeBar, writeSidebar } from '../pages/sidebar.ts'
import { places } from '../places.ts'
import { searchOptions } from './search.ts'

const pages = findPages(places.repository)
const summaries = new Map(pages.map(({ path, summary }) => [path, firstSentence(summary)]))

// Before the first paint, so that no section shows and vanishes.
const restoreDialect = `try{const d=localStorage.getItem('webapp-dialect');if(/^[345]\\.x$/.test(d))document.documentElement.dataset.dialect=d}catch{}`

export default defineConfig({
  title: 'webapp',
  description: 'The interface of Express 5, 4 and 3 on one fast, typed engine',
  lang: 'en',
  srcDir: places.markdown,
  outDir: places.built,
  cacheDir: `${places.site}/node_modules/.cache/vitepress`,
  cleanUrls: true,
  // `npm run test:site` checks links and anchors, with the page and the line.
  ignoreDeadLinks: true,
  metaChunk: true,
  // The index of the search, which browsers load when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  head: [
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
    ['script', {}, restoreDialect],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    config(md) {
      md.use(arrangeCodeBlocks).use(markDialectSections).use(arrangeCards)
      // Text such as `{{ title }}` of a template engine is not an expression of Vue.
      const { text } = md.renderer.rules
      md.renderer.rules.text = (...parameters) =>
        (text?.(...parameters) ?? '').replaceAll('{{', '&#123;&#123;')
    },
  },
  transformPageData(page) {
    page.description ||= summaries.get(page.relativePath) ?? ''
    if (page.relativePath !== 'index.md') return
    Object.assign(page.frontmatter, {
      sidebar: false,
      aside: false,
      prev: false,
      next: false,
      pageClass: 'first-page',
      titleTemplate: 'the interface of Express on a fast engine',
    })
  },
  transformHead({ pageData: { relativePath, isNotFound } }) {
    if (isNotFound) return []
    return [
      ['link', { rel: 'alternate', type: 'text/markdown', href: `/${relativePath}` }],
      ['meta', { name: 'webapp:address', content: addressOf(relativePath) }],
    ]
  },
  themeConfig: {
    nav: writeBar(pages),
    sidebar: writeSidebar(pages),
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local', options: searchOptions },
  },
})
