import { describe, expect, it } from 'vitest'
import { httpError } from '../../../src/errors/http-error.ts'

describe('httpError(status, message, properties)', () => {
  it('carries the status, and shows the message of a client error', () => {
    const error = httpError(413, 'request entity too large', { type: 'entity.too.large', limit: 5 })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      status: 413,
      statusCode: 413,
      expose: true,
      message: 'request entity too large',
      type: 'entity.too.large',
      limit: 5,
    })
  })

  it('has the name of the status for a message, and hides that of a server error', () => {
    expect(httpError(406).message).toBe('Not Acceptable')
    expect(httpError(500, 'secret').expose).toBe(false)
  })
})
