import { onContentUpdated, useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineComponent, h, onMounted, onUnmounted } from 'vue'
import { watchCodeGroups } from './code-language.ts'
import { hasDialectSections, showDialect } from './dialect.ts'
import { DialectSwitch } from './dialect-switch.ts'

/** The layout of VitePress, with the dialect switch and the link to the Markdown of a page. */
export const Layout = defineComponent({
  name: 'SiteLayout',
  setup() {
    const { page } = useData()
    watchCodeGroups()
    onContentUpdated(showDialect)
    // VitePress emits it for links within a page too.
    onMounted(() => window.addEventListener('hashchange', showDialect))
    onUnmounted(() => window.removeEventListener('hashchange', showDialect))
    return () =>
      h(DefaultTheme.Layout, null, {
        'sidebar-nav-before': () =>
          page.value.relativePath.startsWith('reference/')
            ? h(DialectSwitch, { place: 'sidebar' })
            : undefined,
        'doc-before': () =>
          hasDialectSections.value
            ? h('section', { 'aria-label': 'Dialect' }, h(DialectSwitch, { place: 'page' }))
            : undefined,
        'not-found': () => h(NotFound),
        'doc-footer-before': () => h(MarkdownLink, { path: page.value.relativePath }),
      })
  },
})

/** VitePress shows this page outside of any landmark. */
const NotFound = defineComponent({
  name: 'NotFound',
  setup() {
    return () =>
      h('main', { class: 'not-found' }, [
        h('p', { class: 'code' }, '404'),
        h('h1', 'Page not found'),
        h(
          'p',
          'No page of the documentation has this address. The search finds pages and members.',
        ),
        h('p', [h('a', { href: '/' }, 'Go to the first page')]),
      ])
  },
})

const MarkdownLink = defineComponent({
  name: 'MarkdownLink',
  props: { path: { type: String, required: true } },
  setup(props) {
    return () =>
      h('p', { class: 'markdown-link' }, [
        h('a', { href: `/${props.path}`, target: '_self' }, 'This page as Markdown'),
      ])
  },
})
