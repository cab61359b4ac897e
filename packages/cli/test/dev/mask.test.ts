import { channel } from 'node:diagnostics_channel'
import { describe, expect, it } from 'vitest'
import { Applications } from '../../src/dev/child/applications.ts'
import { describeError, show } from '../../src/dev/errors/describe-error.ts'
import { isSecretName, maskUrl, maskValue } from '../../src/dev/errors/mask.ts'
import { Project } from '../../src/dev/errors/project.ts'

describe('secrets', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are masked or left out at depth %i', (depth) => {
    let value: object = { password: 'hunter2' }
    for (let level = 0; level < depth; level++) value = { a: value }
    expect(show(maskValue(value), 6)).not.toContain('hunter2')
  })

  it('of a failed request to another service are not shown', () => {
    const config = { headers: { Authorization: 'Bearer hunter2' } }
    const error = Object.assign(new Error('401'), { config, response: { status: 401, config } })
    const { details } = describeError(error, new Project({ root: '/', framework: '' }))
    expect(details).toContain('401')
    expect(details).not.toContain('hunter2')
  })

  it('of a query have names behind every question mark', () => {
    expect(maskUrl('/??otp=123456')).not.toContain('123456')
  })

  it('of values that refer to each other in circles are masked in a bounded copy', () => {
    const nodes: Record<string, unknown>[] = Array.from({ length: 12 }, () => ({ password: 'a' }))
    for (const node of nodes) Object.assign(node, nodes)
    const count = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : Object.values(value).reduce((sum: number, each) => sum + count(each), 1)
    expect(count(maskValue(nodes[0]))).toBeLessThanOrEqual(2000)
  })

  it.each(['password', 'pwd', 'X-Api-Key', 'access_key', 'jwt', 'otp', 'set-cookie', 'csrfToken'])(
    'have a name such as %s',
    (name) => expect(isSecretName(name)).toBe(true),
  )

  it.each(['name', 'author', 'option', 'page', 'design', 'significant'])(
    'do not have a name such as %s',
    (name) => expect(isSecretName(name)).toBe(false),
  )
})

describe('applications', () => {
  it('that a program creates for each request are not all kept', () => {
    const applications = new Applications('/no-such-folder')
    for (let count = 0; count < 300; count++) {
      channel('webapp.application').publish({ app: { settings: { count }, path: () => '' } })
    }
    expect(applications.takeReports()?.length).toBe(100)
  })
})
