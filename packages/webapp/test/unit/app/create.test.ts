import { setFlagsFromString } from 'node:v8'
import { expect, it } from 'vitest'
import { describeDialects } from '../../support/dialects.ts'

setFlagsFromString('--allow-natives-syntax')
const isFast = new Function('object', 'return %HasFastProperties(object)')

describeDialects('an application', ['5.x', '4.x', '3.x'], (t) => {
  // Optimized code finds a property without a lookup only in an object whose properties V8 keeps fast.
  it('keeps its properties and its settings fast while a program configures it', () => {
    const app = t.webapp()
    app
      .set('a setting', 1)
      .enable('another')
      .disable('x-powered-by')
      .use(() => {})
    app.engine('html', () => {})
    expect(isFast(app)).toBe(true)
    expect(isFast(app.settings)).toBe(true)
  })
})
