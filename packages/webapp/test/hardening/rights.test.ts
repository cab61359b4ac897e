import { chmodSync, chownSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeHosts } from './support/hosts.ts'

const NOBODY = 65_534

const folder = createFolder({
  'root.txt': 'for root',
  'group.txt': 'for a group',
  'all.txt': 'for all',
  'changing.txt': 'for some',
})
const site = new URL('./rights.site.ts', import.meta.url)
// Only root can become another user, and the tests need one that may not read the files.
const isRoot = process.geteuid?.() === 0

describeHosts('Rights', { site, folder }, (t) => {
  describe.skipIf(!isRoot)('D10 files that the process may no longer read', () => {
    afterEach(async () => {
      await t.request('/as/0')
      await t.request('/in/0')
    })

    /** Requests a file until it is cached. */
    async function cache(name: string): Promise<void> {
      const { ctimeMs } = statSync(join(folder, name))
      await expect.poll(() => Date.now() - ctimeMs).toBeGreaterThan(150)
      for (let count = 0; count < 3; count++) {
        expect((await t.request(`/${name}`)).status).toBe(200)
      }
    }

    it('are not sent after the process became another user', async () => {
      chmodSync(folder, 0o755)
      chmodSync(join(folder, 'root.txt'), 0o600)
      await cache('root.txt')
      await t.request(`/as/${NOBODY}`)
      expect((await t.request('/root.txt')).text).not.toContain('for root')
      expect((await t.request('/all.txt')).text).toBe('for all')
      await t.request('/as/0')
      expect((await t.request('/root.txt')).text).toBe('for root')
    })

    it('are not sent after the process left a group', async () => {
      chmodSync(folder, 0o755)
      chownSync(join(folder, 'group.txt'), 0, 12_345)
      chmodSync(join(folder, 'group.txt'), 0o640)
      await t.request('/in/12345')
      await t.request(`/as/${NOBODY}`)
      await cache('group.txt')
      await t.request('/as/0')
      await t.request('/in/0')
      await t.request(`/as/${NOBODY}`)
      expect((await t.request('/group.txt')).text).not.toContain('for a group')
    })

    it.each([0o000, 0o600])('are not sent after a change of their mode to %i', async (mode) => {
      chmodSync(folder, 0o755)
      chmodSync(join(folder, 'changing.txt'), 0o644)
      await t.request(`/as/${NOBODY}`)
      await cache('changing.txt')
      chmodSync(join(folder, 'changing.txt'), mode)
      expect((await t.request('/changing.txt')).text).not.toContain('for some')
    })

    it('are not sent after a change of their owner', async () => {
      chmodSync(folder, 0o755)
      chmodSync(join(folder, 'changing.txt'), 0o600)
      chownSync(join(folder, 'changing.txt'), NOBODY, NOBODY)
      await t.request(`/as/${NOBODY}`)
      await cache('changing.txt')
      chownSync(join(folder, 'changing.txt'), 0, 0)
      expect((await t.request('/changing.txt')).text).not.toContain('for some')
    })

    it('are not sent after a change of the mode of their folder', async () => {
      chmodSync(folder, 0o755)
      await t.request(`/as/${NOBODY}`)
      await cache('all.txt')
      chmodSync(folder, 0o700)
      expect((await t.request('/all.txt')).text).not.toContain('for all')
    })
  })
})
