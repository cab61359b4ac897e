import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getUnderLoad, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  serveFile('static-1k', 'static file, 1 KB', 1024),
  serveFile('static-1m', 'static file, 1 MB', 1024 * 1024),
]

function serveFile(name: string, title: string, size: number): Scenario {
  const content = 'x'.repeat(size)
  return getUnderLoad(
    {
      name,
      family: 'static',
      title,
      plan: () => [{ do: 'files', root: createFolder(content) }],
      path: '/file.bin',
    },
    { type: 'application/octet-stream', body: content },
  )
}

function createFolder(content: string): string {
  const root = mkdtempSync(join(tmpdir(), 'bench-files-'))
  process.once('exit', () => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'file.bin'), content)
  return root
}
