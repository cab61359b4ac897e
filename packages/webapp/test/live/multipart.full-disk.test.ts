import { readdirSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { mountSmall } from '../../../../tools/mount-small.ts'
import { multipart } from '../../src/multipart.ts'
import { canCountDescriptors, countDescriptors } from '../fixtures/descriptors.ts'
import { describeDialects } from '../support/dialects.ts'

const disk = mountSmall('64k')
afterAll(() => disk?.release())

const BOUNDARY = 'X-boundary'
const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const file = (name: string, size: number) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${'x'.repeat(size)}\r\n`

describeDialects('multipart() on a full disk', ['5.x', '4.x', '3.x'], (t) => {
  it.skipIf(disk === undefined)(
    'fails, leaves no file and no descriptor, and works again (skipped without the right to mount)',
    async () => {
      const directory = disk?.folder ?? ''
      t.app.set('env', 'test')
      t.app.post('/', multipart({ storage: 'disk', directory }), (_req, res) => {
        res.status(422).send('stored')
      })
      const codes: unknown[] = []
      t.app.use(((
        error: { code: string },
        _req: never,
        _res: never,
        next: (e: unknown) => void,
      ) => {
        codes.push(error.code)
        next(error)
      }) as never)
      const post = (...files: string[]) =>
        t.request('/', { method: 'POST', headers, body: `${files.join('')}--${BOUNDARY}--\r\n` })
      for (let at = 0; at < 3; at++) {
        const answer = await post(file('small', 1000), file('large', 500_000))
        expect(answer.status).toBe(500)
        await expect.poll(() => readdirSync(directory)).toEqual([])
        if (canCountDescriptors) expect(countDescriptors(directory)).toBe(0)
      }
      expect(codes).toEqual(['ENOSPC', 'ENOSPC', 'ENOSPC'])
      expect((await post(file('small', 1000))).text).toBe('stored')
      await expect.poll(() => readdirSync(directory)).toEqual([])
    },
  )
})
