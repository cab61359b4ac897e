import { copyFileSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { installLocked } from '../tools/install-locked.ts'
import { writeLlmsFullText, writeLlmsText } from './output/llms.ts'
import type { Page } from './pages/pages.ts'
import { updateMarkdown, writeInto } from './pages/write-markdown.ts'
import { places } from './places.ts'

export interface Address {
  readonly host: string
  readonly port: number
}

export interface DevelopedSite extends Address {
  close(): Promise<void>
}

/**
 * Serves the documentation while it is edited. VitePress builds a page when a browser asks for it, and
 * shows a change of its Markdown in the open page.
 */
export async function developSite(address: Address, repository: string): Promise<DevelopedSite> {
  installLocked(places.site)
  let pages = update(repository)
  // Only now: before the installation there is no such package.
  const { createServer } = await import('vitepress')

  const open = async ({ host, port }: Address) => {
    const restart = () => (queue = queue.then(reopen))
    const created = await createServer(places.site, { host, port, strictPort: true }, restart)
    return created.listen()
  }
  const reopen = async () => {
    const { port } = boundAddress(server.httpServer)
    await server.close()
    server = await open({ host: address.host, port })
  }
  const onChange = async () => {
    const before = listOf(pages)
    pages = update(repository)
    // The navigation has all titles, and VitePress reads it at its start.
    if (listOf(pages) !== before) await reopen()
  }

  let queue = Promise.resolve()
  let server = await open(address)
  const watchers = watchSources(repository, () => {
    // A page may be half written: the next event comes when it is whole.
    queue = queue.then(onChange).catch((error: unknown) => console.error(error))
  })
  return {
    ...boundAddress(server.httpServer),
    async close() {
      for (const watcher of watchers) watcher.close()
      await queue
      await server.close()
    },
  }
}

function update(repository: string): Page[] {
  const pages = updateMarkdown(repository, places.markdown)
  const files = join(places.markdown, 'public')
  writeInto(files, 'llms.txt', writeLlmsText(pages))
  writeInto(files, 'llms-full.txt', writeLlmsFullText(pages))
  copyFileSync(join(places.site, 'favicon.svg'), join(files, 'favicon.svg'))
  return pages
}

function listOf(pages: readonly Page[]): string {
  return JSON.stringify(pages.map(({ path, title }) => [path, title]))
}

/** Calls back for `docs/`, and for the documents beside it. */
function watchSources(repository: string, onChange: () => void): FSWatcher[] {
  const docs = watch(join(repository, 'docs'), { recursive: true }, onChange)
  const others = watch(repository, (_event, name) => {
    if (name?.endsWith('.md')) onChange()
  })
  return [docs, others]
}

function boundAddress(server: { address(): unknown } | null): Address {
  const address = server?.address()
  if (
    typeof address === 'object' &&
    address !== null &&
    'port' in address &&
    'address' in address
  ) {
    return { host: String(address.address), port: Number(address.port) }
  }
  throw new Error('VitePress does not listen on a port')
}
