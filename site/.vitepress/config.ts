import { defineConfig } from 'vitepress'
import { arrangeCards } from '../markdown/cards.ts'
import { arrangeCodeBlocks } from '../markdown/code-blocks.ts'
import { findLackingDialects, markDialectSections } from '../markdown/dialect-sections.ts'
import { splitSignatures } from '../markdown/dialect-signatures.ts'
import { ignoreOutput, markShellBlocks } from '../markdown/shell-blocks.ts'
import { slugify } from '../markdown/slugify.ts'
import { pairThemedImages } from '../markdown/themed-images.ts'
import { addressOf, findPages } from '../pages/pages.ts'
import { writeBar, writeSidebar } from '../pages/sidebar.ts'
import { places } from '../places.ts'
import { development } from './development.ts'
import { searchOptions } from './search.ts'

const pages = findPages(places.repository)
const descriptions = new Map(pages.map(({ path, about }) => [path, about]))

const lackingDialects = new Map(pages.map(({ path, text }) => [path, findLackingDialects(text)]))

// Before the first paint, so that no section shows and vanishes.
const restoreDialect = `let d;try{d=localStorage.getItem('webapp-dialect')}catch{};if(!/^([345]\\.x|all)$/.test(d))d='5.x';if(d!=='all')document.documentElement.dataset.dialect=d`

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
  vite: { build: { chunkSizeWarningLimit: 4000 }, plugins: [development] },
  head: [
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
    ['script', {}, restoreDialect],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    codeTransformers: [ignoreOutput],
    config(md) {
      md.use(splitSignatures)
        .use(arrangeCodeBlocks)
        .use(markDialectSections)
        .use(arrangeCards)
        .use(pairThemedImages)
      // Text such as `{{ title }}` of a template engine is not an expression of Vue.
      const { text } = md.renderer.rules
      md.renderer.rules.text = (...parameters) =>
        (text?.(...parameters) ?? '').replaceAll('{{', '&#123;&#123;')
      markShellBlocks(md)
    },
  },
  transformPageData(page) {
    page.description ||= descriptions.get(page.relativePath) ?? ''
    const lacking = lackingDialects.get(page.relativePath) ?? []
    if (lacking.length > 0) {
      page.frontmatter.pageClass = lacking.map((one) => `lacks-${one.replace('.', '')}`).join(' ')
    }
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
