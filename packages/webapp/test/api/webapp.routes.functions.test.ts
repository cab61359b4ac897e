import { expect, it } from 'vitest'
import { describeDialects, factories } from '../support/dialects.ts'

describeDialects('webapp.routes: functions and patterns', ['5.x', '4.x', '3.x'], (t) => {
  it('holds them without showing them', () => {
    const first = () => {}
    const last = () => {}
    const inner = factories['4.x']()
    inner.get(/^\/x$/, first, last)
    t.app.use('/api', inner as never)
    const [route] = t.webapp.routes(t.app)
    expect(route?.functions).toEqual([first, last])
    expect(route?.patterns).toEqual([
      // Mount paths of 3.x are plain text.
      { pattern: '/api', dialect: t.dialect === '3.x' ? undefined : t.dialect },
      { pattern: /^\/x$/, dialect: '4.x' },
    ])
    expect(Object.keys(route ?? {})).toEqual(['method', 'path', 'dialect', 'handlers', 'location'])
  })
})
