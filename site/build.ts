import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installLocked } from '../tools/install-locked.ts'
import { compress } from './output/compress.ts'
import { writeLlmsFullText, writeLlmsText } from './output/llms.ts'
import { listFiles } from './pages/pages.ts'
import { copyImages, writeInto, writeMarkdown } from './pages/write-markdown.ts'
import { places } from './places.ts'

/** Builds the site into `site/dist/built` from the Markdown of the repository. */
export async function buildSite(log: (line: string) => void): Promise<void> {
  const began = performance.now()
  installLocked(places.site)

  const pages = writeMarkdown(places.repository, places.markdown)
  log(`Building ${pages.length} pages with VitePress …`)
  rmSync(places.built, { recursive: true, force: true })
  // Only now: before the installation there is no such package.
  const { build } = await import('vitepress')
  await build(places.site)

  for (const { path, text } of pages) writeInto(places.built, path, text)
  copyImages(places.markdown, places.built)
  cpSync(join(places.site, 'favicon.svg'), join(places.built, 'favicon.svg'))
  writeInto(places.built, 'llms.txt', writeLlmsText(pages))
  writeInto(places.built, 'llms-full.txt', writeLlmsFullText(pages))
  writeInto(places.built, 'robots.txt', 'User-agent: *\nAllow: /\n')

  addTextForMissingPages()

  log('Compressing …')
  const compressed = await compress(places.built)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const files = listFiles(places.built).length - compressed
  log(
    `Built ${pages.length} pages: ${files} files and ${compressed} compressed ones in ${seconds} s.`,
  )
}

/** VitePress fills this page in the browser; without scripts it would be empty. */
function addTextForMissingPages(): void {
  const page = readFileSync(join(places.built, '404.html'), 'utf8')
  const text = '<noscript><h1>Page not found</h1><p><a href="/">First page</a></p></noscript>'
  writeInto(places.built, '404.html', page.replace('<div id="app"></div>', `$&${text}`))
}
