import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The folders that the programs of the site share. */
export const places = {
  repository: at('..'),
  site: at('.'),
  /** The Markdown as the site shows it: input of VitePress, and served beside the pages. */
  markdown: at('dist/markdown'),
  /** The finished site. */
  built: at('dist/built'),
} as const
