import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { listFiles } from '../pages/pages.ts'

const texts = ['.html', '.js', '.css', '.svg', '.json', '.md', '.txt']

const encoders = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: 9 }),
} as const

/** Writes `page.html.br` and `page.html.gz` beside each text that becomes smaller by it. */
export async function compress(folder: string): Promise<number> {
  let written = 0
  for (const path of listFiles(folder, ...texts)) {
    const content = readFileSync(join(folder, path))
    for (const [ending, encode] of Object.entries(encoders)) {
      const encoded = await encode(content)
      if (encoded.length >= content.length) continue
      writeFileSync(join(folder, path + ending), encoded)
      written++
    }
  }
  return written
}
