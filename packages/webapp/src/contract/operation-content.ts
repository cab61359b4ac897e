import statuses from 'statuses'
import { isThenable } from '../errors/callback-errors.ts'
import { bodyTypesOf } from './body-input.ts'
import type { Components } from './components.ts'
import type { ContractDescription, ContractExamples } from './contract-types.ts'
import { FORM_TYPE, type Form, isFile, isFormSchema } from './form.ts'
import type { FormFile } from './form-types.ts'
import type { OpenapiOperation } from './openapi-types.ts'
import { PROBLEM_NAME, PROBLEM_SCHEMA, PROBLEM_TYPE } from './problem-schema.ts'
import { describeResponse, type ResponseContent } from './response-content.ts'
import { createValidate, isSchema } from './schema.ts'
import { eventsOf } from './stream.ts'

/** An operation whose content is described. */
interface ContentSource {
  readonly description: ContractDescription
  readonly operationId: string
}

interface Features {
  /** Whether the version of OpenAPI has `itemSchema`. */
  readonly hasItems: boolean
  /** Whether refused requests get problem details. */
  readonly hasProblems: boolean
}

/** The part of a document that one place describes: a schema or a reference to it. */
type Place = Record<string, unknown>

/** Describes the bodies of requests and of responses. */
export class ContentWriter {
  readonly #components: Components
  readonly #features: Features

  constructor(components: Components, features: Features) {
    this.#components = components
    this.#features = features
  }

  requestBody({ description, operationId }: ContentSource): Record<string, unknown> {
    const { body, contentType, examples } = description
    if (isFormSchema(body)) {
      const content = { ...this.#form(body, operationId), ...examplesOf(examples) }
      return { required: isNeeded(body), content: { [FORM_TYPE]: content } }
    }
    const content = bodyTypesOf(contentType).map((type) => {
      const schema = this.#components.place(body, `body of ${operationId}`, `${operationId}Body`)
      return [type, { schema, ...examplesOf(examples) }]
    })
    return { required: isNeeded(body), content: Object.fromEntries(content) }
  }

  /** The parts of a form. Files are binary, and `encoding` has the types that they may have. */
  #form({ '~form': fields }: Form, operationId: string): Record<string, unknown> {
    const properties: Record<string, unknown> = {}
    const encoding: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      if (isFile(field)) {
        const { types } = field['~file']
        properties[name] = describeFile(field)
        if (types !== undefined) encoding[name] = { contentType: types.join(', ') }
      } else {
        const fallback = `${operationId}Body${capitalize(name)}`
        properties[name] = this.#components.place(field, `body of ${operationId}`, fallback)
      }
    }
    const required = Object.keys(fields).filter((name) => {
      const field = fields[name]
      return field !== undefined && (isFile(field) ? !field['~file'].optional : isNeeded(field))
    })
    const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
    return { schema, ...(Object.keys(encoding).length > 0 && { encoding }) }
  }

  responses(source: ContentSource): OpenapiOperation['responses'] {
    const { description } = source
    const declared = Object.entries(description.responses ?? {}).map(([status, given]) => {
      return [status, this.#response(source, status, given)]
    })
    const responses = { ...this.#refusals(description), ...Object.fromEntries(declared) }
    if (declared.length > 0) return responses
    return { ...responses, default: { description: 'Not described' } }
  }

  /** The responses of `contract` itself, if the contract describes no others for them. */
  #refusals(description: ContractDescription): OpenapiOperation['responses'] {
    const refusals = refusalsOf(description)
    if (!this.#features.hasProblems) return refusals
    for (const response of Object.values(refusals)) {
      const schema = this.#components.place(PROBLEM_SCHEMA, 'problem details', PROBLEM_NAME)
      response.content = { [PROBLEM_TYPE]: { schema } }
    }
    return refusals
  }

  #response(source: ContentSource, status: string, given: unknown): Record<string, unknown> {
    const { operationId, description: operation } = source
    const { details, content } = describeResponse(given)
    const { description, headers, cookies } = details
    const place = `response ${status} of ${operationId}`
    const name = `${operationId}${status === 'default' ? 'Default' : status}`
    const own = operation.examples?.responses?.[status]
    const described = content.map((each) => {
      return [each.type, { ...this.#content(each, place, name), ...(own && { examples: own }) }]
    })
    return {
      description: description ?? reasonOf(status),
      ...((headers || cookies) && {
        headers: {
          ...this.#headers(headers ?? {}, place, name),
          ...(cookies && { 'Set-Cookie': this.#cookies(cookies, place, name) }),
        },
      }),
      ...extensionsOf(details),
      ...(described.length > 0 && { content: Object.fromEntries(described) }),
    }
  }

  #content({ schema, isStream }: ResponseContent, place: string, name: string): Place {
    if (!isStream) return { schema: this.#components.place(schema, place, name) }
    const items = this.#items(schema, place, name)
    return this.#features.hasItems
      ? { itemSchema: items }
      : { schema: { type: 'string' }, 'x-itemSchema': items }
  }

  #items(schema: unknown, place: string, name: string): Place {
    const events = eventsOf(schema)
    if (events === undefined) return this.#components.place(schema, place, name)
    const alternatives = Object.entries(events).map(([event, data]) => {
      const own = this.#components.place(data, place, `${name}${capitalize(event)}`)
      const properties = { event: { const: event }, data: this.#data(data, own, place) }
      return { type: 'object', properties, required: ['event', 'data'] }
    })
    return { oneOf: alternatives }
  }

  /** In `itemSchema`, the data of an event is its text: JSON, unless it is a text itself. */
  #data(schema: unknown, own: Place, place: string): Place {
    const isText = this.#components.typeOf(schema, place) === 'string'
    if (!this.#features.hasItems || isText) return own
    return { type: 'string', contentMediaType: 'application/json', contentSchema: own }
  }

  #headers(
    headers: Readonly<Record<string, object>>,
    place: string,
    name: string,
  ): Record<string, unknown> {
    const described = Object.entries(headers).map(([header, given]) => {
      if (!isSchema(given)) return [header, given]
      const schema = this.#components.place(given, place, `${name}${capitalize(header)}`)
      return [header, { ...(isNeeded(given) && { required: true }), schema }]
    })
    return Object.fromEntries(described)
  }

  /** OpenAPI has no member for the cookies of a response, and one header for all of them. */
  #cookies(
    cookies: Readonly<Record<string, object>>,
    place: string,
    name: string,
  ): Record<string, unknown> {
    const described = this.#headers(cookies, place, `${name}Cookie`)
    return {
      description: `Sets the cookies ${Object.keys(cookies).join(', ')}`,
      ...(Object.values(cookies).some(isNeeded) && { required: true }),
      schema: { type: 'string' },
      'x-cookies': described,
    }
  }
}

function describeFile({ '~file': { types, maxCount, description, optional } }: FormFile) {
  const [type] = types ?? []
  const isOne = types?.length === 1 && !type?.endsWith('*')
  const binary = { type: 'string', format: 'binary', ...(isOne && { contentMediaType: type }) }
  const note = description === undefined ? {} : { description }
  if (maxCount === undefined) return { ...binary, ...note }
  return {
    type: 'array',
    items: binary,
    ...(!optional && { minItems: 1 }),
    maxItems: maxCount,
    ...note,
  }
}

function examplesOf(examples: ContractExamples | undefined): object {
  return examples?.body ? { examples: examples.body } : {}
}

/** Whether the value may not be missing. */
function isNeeded(schema: unknown): boolean {
  try {
    const result = createValidate(schema, 'body')(undefined)
    if (!isThenable(result)) return result.issues !== undefined
    result.then(undefined, () => {})
  } catch {
    // The schema cannot tell.
  }
  return true
}

/** The statuses with which `contract` refuses requests. */
function refusalsOf(description: ContractDescription): OpenapiOperation['responses'] {
  const { params, query, headers, cookies, body, responses = {} } = description
  if ('default' in responses || '4XX' in responses) return {}
  const isChecked = [params, query, headers, cookies, body].some((each) => each !== undefined)
  return {
    ...(isChecked && { 400: { description: 'The request does not fit the contract' } }),
    ...(body !== undefined && {
      413: { description: `The ${isFormSchema(body) ? 'form or a file' : 'body'} is too large` },
      415: { description: 'The body has another media type' },
    }),
  }
}

function reasonOf(status: string): string {
  if (status === 'default') return 'Any other response'
  return statuses.message[Number(status)] ?? `A response of the range ${status}`
}

/** With a capital letter at the beginning, for names of several words. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The members for tools, whose names begin with `x-`. */
export function extensionsOf(source: object): Record<string, unknown> {
  const isExtension = (name: string) => name.startsWith('x-') && !name.includes('/')
  return Object.fromEntries(Object.entries(source).filter(([name]) => isExtension(name)))
}
