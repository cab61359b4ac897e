import { describe, expect, it } from 'vitest'
import { framesOnStack, SMALL_STACK } from '../fixtures/frames.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('router.use(path, ...handlers)', ['5.x', '4.x'], (t) => {
  describe('nested routers', () => {
    it('pass an error out of 3000 applications, on a call stack that stays small', async () => {
      let frames = 0
      let app = t.webapp()
      app.get('/', () => {
        frames = framesOnStack()
        throw new Error('deep error')
      })
      for (let depth = 0; depth < 3000; depth++) {
        const outer = t.webapp()
        outer.use(app)
        app = outer
      }
      expect((await t.requestFrom(app, '/')).text).toContain('deep error')
      expect(frames).toBeLessThan(SMALL_STACK)
    })
  })
})
