import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const root = createFolder({
  'name.txt': 'tobi',
  'page.html': '<p>page</p>',
  'sub/name.txt': 'sub',
  'big.bin': Buffer.alloc(200_000, 'b'),
})

describeDialects('res.sendFile(path, options, callback)', ['5.x', '4.x'], (t) => {
  // Intended difference W-020.
  it.skipIf(process.platform === 'win32')(
    'does not find a named pipe and does not wait for it (Windows has none)',
    async () => {
      mkdirSync(join(root, 'pipes'), { recursive: true })
      const pipe = join(root, 'pipes', t.dialect)
      execFileSync('mkfifo', [pipe])
      t.app.get('/', (_req, res) => res.sendFile(pipe))
      expect((await t.request('/')).status).toBe(404)
    },
  )

  it('sends many files at once, each to its own client', async () => {
    t.app.get(/^\//, (req, res) => res.sendFile(req.path, { root }))
    const names = ['/name.txt', '/page.html', '/sub/name.txt', '/big.bin']
    const lengths = [4, 11, 3, 200_000]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => t.request(names[index % 4] ?? '')),
    )
    expect(answers.map(({ body }) => body.length)).toEqual(
      Array.from({ length: 40 }, (_, index) => lengths[index % 4]),
    )
  })
})
