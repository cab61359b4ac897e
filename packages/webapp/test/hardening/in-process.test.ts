import { describe, expect, it } from 'vitest'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./in-process.site.ts', import.meta.url)

describeHosts('Requests without a network', { site, dialects: ['5.x'] }, (t) => {
  describe('L11 inject and fetch', () => {
    it.each(['/inject', '/fetch'])('%s takes no longer for many small pieces', async (path) => {
      await t.expectSteadyCost(20_000, async (size) => {
        expect((await t.request(`${path}?size=${size}`)).json()).toBe(size)
      })
    })
  })
})
