import { describe, expect, it } from 'vitest'
import { createUsers } from './application.js'

const ada = { name: 'Ada', password: 'correct horse' }

describe('the example with contracts', () => {
  it('adds and lists users, without their passwords', async () => {
    const app = createUsers()
    const url = '/orgs/7/users'
    const added = await app.inject({ method: 'POST', url, body: ada })
    expect(added.statusCode).toBe(201)
    expect(added.json()).toEqual({ id: 1, org: 7, name: 'Ada' })
    expect((await app.inject(url)).json()).toEqual([{ id: 1, org: 7, name: 'Ada' }])
    const again = await app.inject({ method: 'POST', url, body: ada })
    expect(again.statusCode).toBe(409)
  })

  it('refuses what does not fit, with all reasons', async () => {
    const app = createUsers()
    const answer = await app.inject({
      method: 'POST',
      url: '/orgs/x/users',
      body: { name: '', password: 'short' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    const { issues } = answer.json() as { issues: { location: string; path: string[] }[] }
    expect(issues.map(({ location, path }) => `${location}.${path.join('.')}`)).toEqual([
      'params.org',
      'body.name',
      'body.password',
    ])
    expect((await app.inject('/orgs/1/users?limit=1000')).statusCode).toBe(400)
  })

  it('documents itself', async () => {
    const app = createUsers()
    const document = (await app.inject('/openapi.json')).json() as {
      paths: object
      components: { schemas: object }
    }
    expect(Object.keys(document.paths)).toEqual(['/orgs/{org}/users'])
    expect(Object.keys(document.components.schemas)).toEqual(['User', 'Problem', 'ProblemDetails'])
    expect((await app.inject('/docs')).body.toString()).toContain('data-url="/openapi.json"')
  })
})
