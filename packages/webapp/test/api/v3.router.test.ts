import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('router.match(method, url) of 3.x', ['3.x'], (t) => {
  // Intended difference W-003: the original takes members of all objects for routes.
  it('finds nothing for a method with the name of a member of all objects', () => {
    const router = new t.webapp.Router()
    router.get('/a', (_req, res) => res.end())
    expect(router.match('CONSTRUCTOR', '/a')).toBeUndefined()
  })
})
