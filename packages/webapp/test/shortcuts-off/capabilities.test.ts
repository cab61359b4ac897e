import { expect, it } from 'vitest'
import { capabilities } from '../../src/node/internals.ts'

// Runs in the project `shortcuts-off` alone, and shows that its other tests test what they say.
it('no shortcut is used with WEBAPP_SHORTCUTS=off', () => {
  expect(Object.values(capabilities)).not.toContain(true)
})
