import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

describe('the bundle of webapp/client', () => {
  it('has at most 2 KB, and nothing else of webapp', async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: "import { client } from './client.ts'\nglobalThis.client = client",
        resolveDir: source,
      },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      metafile: true,
      absWorkingDir: source,
    })
    const modules = Object.keys(metafile.inputs).sort()
    expect(modules).toEqual([
      '<stdin>',
      'client.ts',
      'client/body.ts',
      'client/client.ts',
      'client/path.ts',
      'client/text.ts',
    ])
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(2048)
    expect(outputFiles[0]?.text).not.toMatch(/\bprocess\b|\bBuffer\b|\brequire\b/)
  })
})
