import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress'
import { beforeAll, describe, expect, it } from 'vitest'
import { arrangeCodeBlocks } from '../markdown/code-blocks.ts'
import { findLackingDialects, markDialectSections } from '../markdown/dialect-sections.ts'
import { splitSignatures } from '../markdown/dialect-signatures.ts'
import { findCommands } from '../markdown/shell-blocks.ts'
import { slugify } from '../markdown/slugify.ts'
import { pairThemedImages } from '../markdown/themed-images.ts'
import { adaptLinks } from '../pages/links.ts'
import { groups } from '../pages/navigation.ts'
import { addressOf, createPage, findPages, groupsOf, partsOf } from '../pages/pages.ts'
import { purposes } from '../pages/purposes.ts'
import { writeBar, writeSidebar } from '../pages/sidebar.ts'
import { places } from '../places.ts'
import { toText } from './built-pages.ts'

describe('adaptLinks', () => {
  const pages = new Map([
    ['docs/guide/http2.md', 'guide/http2.md'],
    ['docs/decisions/index.md', 'decisions/index.md'],
    ['CHANGELOG.md', 'project/changelog.md'],
    ['README.md', 'index.md'],
  ])
  const place = { source: 'docs/guide/testing.md', path: 'guide/testing.md' }
  const adapt = (text: string) => adaptLinks(text, place, pages, (path) => path === 'docs/a.svg')

  it.each([
    ['[a](http2.md#x)', '[a](http2.md#x)'],
    ['[a](../../CHANGELOG.md)', '[a](../project/changelog.md)'],
    ['[a](../../README.md#install)', '[a](../index.md#install)'],
    ['[a](../decisions/)', '[a](../decisions/index.md)'],
    ['[a](../decisions)', '[a](../decisions/index.md)'],
    ['[a](https://example.org/x.md)', '[a](https://example.org/x.md)'],
    ['[a](#here)', '[a](#here)'],
    ['![a](../a.svg)', '![a](../a.svg)'],
    ['[two\nlines](../../CHANGELOG.md)', '[two\nlines](../project/changelog.md)'],
    ['[`x`](http2.md)', '[`x`](http2.md)'],
  ])('%j becomes %j', (text, expected) => expect(adapt(text)).toBe(expected))

  it('names a file of the repository that is not a page', () => {
    expect(adapt('[a tour](../../examples/tour)')).toBe(
      'a tour (`examples/tour` in the repository)',
    )
    expect(adapt('[`examples/tour`](../../examples/tour/)')).toBe('`examples/tour`')
  })

  it('leaves code alone', () => {
    const code = '```md\n[a](../../CHANGELOG.md)\n```\n\n`[a](../../CHANGELOG.md)`'
    expect(adapt(code)).toBe(code)
  })
})

describe('pages', () => {
  const page = (path: string, title: string) =>
    createPage(path, `# ${title}\n\nFirst. Second.\n`, path)

  it('take their title and summary from the Markdown', () => {
    const text =
      '```js\n# no heading\n```\n\n# The `res.send` *page*\n\n[First](x.md) `a`. Second.\n'
    expect(createPage('a.md', text)).toMatchObject({
      title: 'The res.send page',
      about: 'First a.',
    })
    expect(createPage('a.md', 'no heading')).toMatchObject({ title: 'a.md', about: '' })
  })

  it('have clean addresses', () => {
    expect(['index.md', 'guide/index.md', 'guide/http2.md'].map(addressOf)).toEqual([
      '/',
      '/guide/',
      '/guide/http2',
    ])
  })

  it('are found without being listed, after those that are', () => {
    const pages = [
      page('guide/zebra.md', 'Zebra'),
      page('guide/aardvark.md', 'Aardvark'),
      page('guide/http2.md', 'HTTP/2'),
      page('recipes/bread.md', 'Bread'),
    ]
    const [guide, recipes, ...others] = groupsOf(pages)
    expect([guide?.title, recipes?.title, others]).toEqual(['Guides', 'Recipes', []])
    if (guide === undefined) throw new Error('no guides')
    expect(
      partsOf(guide, pages).map((part) => [part.title, part.pages.map(({ title }) => title)]),
    ).toEqual([
      ['Run', ['HTTP/2']],
      ['More guides', ['Aardvark', 'Zebra']],
    ])
    expect(Object.keys(writeSidebar(pages))).toEqual(['/guide/', '/recipes/'])
    expect(writeBar(pages)).toEqual([
      { text: 'Guides', link: '/guide/http2', activeMatch: '^/guide/' },
    ])
  })
})

it('puts a page beside the first one into the group that names it', () => {
  const pages = [
    createPage('errors.md', '# Error messages'),
    createPage('reference/response.md', '# Response'),
    createPage('security.md', '# Security'),
  ]
  const sidebar = writeSidebar(pages)
  expect(Object.keys(sidebar)).toEqual(['/reference/', '/errors', '/'])
  expect(sidebar['/errors']).toEqual([
    {
      text: 'Reference',
      items: [
        { text: 'Response', link: '/reference/response' },
        { text: 'Error messages', link: '/errors' },
      ],
    },
  ])
  expect(sidebar['/']?.[0]?.items).toEqual([{ text: 'Security', link: '/security' }])
})

describe('the pages of the documentation', () => {
  const pages = findPages(places.repository)

  it('are not named like their group', () => {
    const names = new Set(groups.flatMap(({ title, short = title }) => [title, short]))
    const written = pages.filter(({ source }) => source !== undefined)
    expect(written.filter(({ title }) => names.has(title)).map(({ path }) => path)).toEqual([])
  })

  it('are not named like a section of theirs', () => {
    const same = pages.filter(({ title, text }) => {
      const headings = [...text.matchAll(/^#{2,4} (.*)$/gm)].map(([, heading = '']) => heading)
      return headings.some((heading) => heading.replaceAll('`', '') === title)
    })
    expect(same.map(({ path }) => path)).toEqual([])
  })

  it('say what they are for, in one short sentence, except decisions', () => {
    const bare = pages.filter(({ path, source }) => {
      if (source === undefined || path === 'index.md' || path.startsWith('decisions/')) return false
      const { about = '' } = purposes[path] ?? {}
      return !/^[A-Z].{10,110}\.$/.test(about)
    })
    expect(bare.map(({ path }) => path)).toEqual([])
    const known = new Set(pages.map(({ path }) => path))
    expect(Object.keys(purposes).filter((path) => !known.has(path))).toEqual([])
  })

  it('have words of tasks that lead to one page', () => {
    const words = Object.values(purposes).flatMap(({ words = [] }) => words)
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
    expect(words.filter((word) => word !== word.toLowerCase() || /[«»]/.test(word))).toEqual([])
  })
})

it('finds the commands of a console, with their further lines', () => {
  const source = '$ npm test\nok\n$ curl \\\n  http://localhost\n{}\n\n$ ls'
  expect(findCommands(source)).toEqual([true, false, true, true, false, false, true])
})

describe('slugify', () => {
  it.each([
    ['res.send', 'ressend'],
    ['app.get(name)', 'appgetname'],
    ['3.x', '3x'],
    ['A – dash & more', 'a--dash--more'],
    ['The `next` function', 'the-next-function'],
    ['Ünïcode_name', 'ünïcode_name'],
  ])('writes the anchor of %j as GitHub does', (heading, anchor) => {
    expect(slugify(heading)).toBe(anchor)
  })
})

describe('Markdown', () => {
  let md: MarkdownRenderer
  beforeAll(async () => {
    md = await createMarkdownRenderer(places.markdown)
    md.use(splitSignatures).use(arrangeCodeBlocks).use(markDialectSections).use(pairThemedImages)
  })

  it('marks the sections of dialects, up to the next heading of that depth', () => {
    const html = md.render(
      [
        '## A\n\n<!-- dialects: 5.x 4.x -->\n\ntext\n\n### A1\n\n<!-- dialects: 4.x -->\n\nmore\n',
        '## B\n\nplain\n',
        '## C\n<!-- dialects: 3.x -->\nlast\n',
      ].join('\n'),
    )
    const marks = [
      ...html.matchAll(
        /<div class="dialect-section" data-dialects="([^"]*)">|<\/div>|<h\d id="(\w+)"/g,
      ),
    ]
    expect(marks.map(([tag, dialects, id]) => dialects ?? id ?? tag)).toEqual([
      '5.x 4.x',
      'a',
      '4.x',
      'a1',
      '</div>',
      '</div>',
      'b',
      '3.x',
      'c',
      '</div>',
    ])
    expect(html).not.toContain('dialects:')
    expect(html).toContain('<span class="dialect-badge">3.x</span>')
  })

  it('splits signatures that differ between dialects', () => {
    const text = '```ts signature\n// 5.x, 4.x\na(): x\na(b): y\n// 3.x\na(): z\n```\n'
    const html = md.render(`## A\n\n<!-- dialects: 5.x 4.x 3.x -->\n\n${text}`)
    const parts = [
      ...html.matchAll(/<div class="dialect-signature" data-dialects="([^"]*)">(.*?)<\/pre>/gs),
    ].map(([, dialects, code = '']) => [dialects, toText(code)])
    expect(parts).toEqual([
      ['5.x 4.x', expect.stringMatching(/a\(\): x\s*a\(b\): y$/)],
      ['3.x', expect.stringMatching(/a\(\): z$/)],
    ])
    expect(toText(html)).not.toContain('// 5.x')
    expect(md.render('```ts signature\na(): x\n```\n')).not.toContain('dialect-signature')
    expect(md.render('```ts\n// 5.x\nx\n```\n')).not.toContain('dialect-signature')
  })

  it('finds the dialects that no section of a page has', () => {
    const one = '## a\n\n<!-- dialects: 3.x -->\n'
    expect(findLackingDialects(one)).toEqual(['5.x', '4.x'])
    expect(findLackingDialects(`${one}\n## b\n\n<!-- dialects: 5.x 4.x -->\n`)).toEqual([])
    expect(findLackingDialects('## a\n')).toEqual([])
  })

  it('leaves comments alone that name no dialects', () => {
    const html = md.render('## A\n\n<!-- dialects: 6.x -->\n\n<!-- dialects: 4.x -->\n')
    expect(html).not.toContain('dialect-section')
  })

  const groupsIn = (text: string) => md.render(text).split('vp-code-group').length - 1

  it('makes tabs of TypeScript followed by JavaScript', () => {
    const html = md.render('```ts file=a.ts\nx\n```\n\n```js file=a.js\ny\n```\n')
    expect(html).toContain('vp-code-group')
    expect(html).toMatch(/>TypeScript<\/label>.*>JavaScript<\/label>/s)
    expect(groupsIn('```ts\nx\n```\n```js\ny\n```\n')).toBe(1)
    expect(groupsIn('::: code-group\n```ts\nx\n```\n```js\ny\n```\n:::\n')).toBe(1)
  })

  it('makes no tabs of what is not the same program', () => {
    expect(groupsIn('```ts file=a.ts\nx\n```\n```js file=b.js\ny\n```\n')).toBe(0)
    expect(groupsIn('```ts signature\nx\n```\n```js\ny\n```\n')).toBe(0)
    expect(groupsIn('```js\nx\n```\n```js\ny\n```\n')).toBe(0)
    expect(groupsIn('```ts\nx\n```\n\ntext\n\n```js\ny\n```\n')).toBe(0)
  })

  it('shows the name of a file above its code', () => {
    expect(md.render('```js file=src/app.js\nx\n```\n')).toContain(
      '<p class="code-file"><code>src/app.js</code></p>',
    )
  })

  it('shows the picture of the theme, and other pictures as they are', () => {
    const html = md.render('![A page](pictures/a-light.png) ![A chart](b.svg)')
    const images = [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"(?: class="([^"]*)")?/g)]
    expect(images.map(([, ...parts]) => parts)).toEqual([
      ['./pictures/a-light.png', 'A page', 'only-light'],
      ['./pictures/a-dark.png', 'A page', 'only-dark'],
      ['./b.svg', 'A chart', undefined],
    ])
  })
})
