import type { StandardSchema } from './contract-types.ts'

export const PROBLEM_TYPE = 'application/problem+json'
export const PROBLEM_NAME = 'ProblemDetails'

const text = { type: 'string' }

/** What `problemDetails` sends. Its option `extend` may add members. */
const json = {
  title: PROBLEM_NAME,
  description: 'Why a request failed (RFC 9457)',
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: { type: 'string', description: 'The kind of the error, such as contract.refused' },
    issues: {
      type: 'array',
      description: 'The parts of the request that do not fit',
      items: {
        type: 'object',
        properties: {
          location: { enum: ['params', 'query', 'headers', 'cookies', 'body'] },
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          message: text,
        },
        required: ['location', 'path', 'message'],
      },
    },
    requestId: text,
  },
  required: ['type', 'title', 'status'],
}

/** The schema of problem details for documents. Nothing is validated with it. */
export const PROBLEM_SCHEMA = {
  '~standard': {
    version: 1,
    vendor: 'webapp',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
} satisfies StandardSchema & { '~standard': { jsonSchema: object } }
