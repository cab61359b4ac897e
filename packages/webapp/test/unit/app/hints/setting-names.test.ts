import { describe, expect, it } from 'vitest'
import { intendedSetting } from '../../../../src/app/hints/setting-names.ts'

describe('intendedSetting(name)', () => {
  it.each([
    ['veiw engine', 'view engine'],
    ['view-engine', 'view engine'],
    ['viewEngine', 'view engine'],
    ['view engin', 'view engine'],
    ['View Cache', 'view cache'],
    ['trust_proxy', 'trust proxy'],
    ['trust poxy', 'trust proxy'],
    ['x-power-by', 'x-powered-by'],
    ['xPoweredBy', 'x-powered-by'],
    ['querry parser', 'query parser'],
    ['case sensitve routing', 'case sensitive routing'],
    ['ENV', 'env'],
  ])('takes %s for %s', (name, intended) => {
    expect(intendedSetting(name)).toBe(intended)
  })

  it.each([
    'view engine',
    'etag fn',
    'env',
    'port',
    'host',
    'title',
    'secret',
    'view options',
    'views dir',
    'db',
    'json',
    'strict',
    '',
  ])('leaves %s alone', (name) => {
    expect(intendedSetting(name)).toBeUndefined()
  })
})
