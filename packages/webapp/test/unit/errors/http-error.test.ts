import { inspect } from 'node:util'
import createError from 'http-errors'
import statuses from 'statuses'
import { describe, expect, it } from 'vitest'
import { httpError } from '../../../src/errors/http-error.ts'

const codes = statuses.codes.filter((code) => code >= 400)

describe('httpError(status, cause, properties)', () => {
  it('makes the errors of http-errors', () => {
    const properties = { type: 'entity.too.large', limit: 5 }
    for (const code of codes) {
      expect(look(httpError(code))).toEqual(look(createError(code)))
      expect(look(httpError(code, 'why', properties))).toEqual(
        look(createError(code, 'why', properties)),
      )
      expect(look(httpError(code, ''))).toEqual(look(createError(code, '')))
    }
  })

  it('completes a given error as http-errors does', () => {
    const makers = [
      () => new TypeError('broken'),
      () => Object.assign(new Error('broken'), { status: 409 }),
      () => Object.assign(new Error('broken'), { statusCode: 409, status: 410, expose: 7 }),
      () => Object.assign(new Error('broken'), { status: '409' }),
      () => Object.assign(new Error('broken'), { status: 499 }),
      () => Object.assign(new Error('broken'), { status: 99 }),
      () => createError(409, 'broken'),
      () => createError(503, 'broken', { expose: true }),
    ]
    for (const make of makers) {
      const properties = { type: 'entity.verify.failed' }
      expect(look(httpError(403, make(), properties))).toEqual(
        look(createError(403, make(), properties)),
      )
    }
  })

  it('returns the given error, unless it is frozen', () => {
    const given = new Error('broken')
    const frozen = Object.freeze(new Error('broken'))
    expect(httpError(400, given)).toBe(given)
    expect(httpError(400, frozen)).toMatchObject({ message: 'broken', status: 400, cause: frozen })
  })

  it('has the text of the status for what was thrown without one', () => {
    expect(httpError(406).message).toBe('Not Acceptable')
    expect(httpError(400, null).message).toBe('Bad Request')
    expect(httpError(400, { secret: 1 }).message).toBe('Bad Request')
    expect(httpError(400, 7).message).toBe('7')
  })

  it('begins its stack where the error was asked for', () => {
    function asking() {
      return httpError(404)
    }
    expect(asking().stack).toMatch(/^NotFoundError: Not Found\n {4}at asking /)
  })
})

/** What handlers, error pages and logs can see of an error. */
function look(error: createError.HttpError | ReturnType<typeof httpError>) {
  const { stack, ...own } = Object.getOwnPropertyDescriptors(error)
  return {
    own: Object.entries(own),
    classes: classesOf(error),
    seen: [error.name, error.status, error.statusCode, error.expose, String(error)],
    json: JSON.stringify(error),
    headline: error.stack?.split('\n')[0],
    inspected: inspect(error).replace(/\n +at .*/g, ''),
  }
}

function classesOf(value: object): string[] {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null ? [] : [prototype.constructor.name, ...classesOf(prototype)]
}
