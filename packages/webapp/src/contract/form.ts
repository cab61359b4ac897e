// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { parseSize } from '../body/form-limits.ts'
import type { multipart as Multipart } from '../body/multipart.ts'
import type { FileRule } from '../body/multipart-types.ts'
import { isThenable } from '../errors/callback-errors.ts'
import { checkOptionNames, isObject } from '../errors/option-names.ts'
import { readBodyInput } from './body-input.ts'
import type { Schema, StandardIssue, StandardResult, StandardSchema } from './contract-types.ts'
import type { FormFields, FormFile, FormFileOptions, FormOptions } from './form-types.ts'
import { createValidate, toJsonSchema, type Validate } from './schema.ts'

export const FORM_TYPE = 'multipart/form-data'

/** Registered, for several copies of the package. */
const kForm = Symbol.for('webapp.form')

type FormRequest = IncomingMessage & {
  readonly res?: ServerResponse
  readonly _body?: boolean
  body?: unknown
  files?: unknown
}

/** A schema that also reads the forms that it describes. */
export interface Form extends StandardSchema {
  readonly '~form': FormFields
  /** Reads the form of a request: its fields and files by name. */
  [kForm](req: FormRequest): Promise<unknown>
}

export function isFormSchema(schema: unknown): schema is Form {
  return isObject(schema) && kForm in schema
}

export function readForm(form: Form, req: FormRequest): Promise<unknown> {
  return form[kForm](req)
}

const FILE_OPTIONS = ['maxSize', 'types', 'maxCount', 'optional', 'description']

/** Describes a field of a form that takes files. */
export function createFile(options: FormFileOptions = {}): FormFile {
  checkOptionNames('file()', options, FILE_OPTIONS)
  return { '~file': options }
}

const FORM_OPTIONS = ['storage', 'limits', 'directory', 'sniff', 'removeOnFailure']

/** Creates the schema of a form with fields and files. */
export function createForm(fields: FormFields, options: FormOptions = {}): Form {
  if (!isObject(fields)) {
    const given = inspect(fields, { depth: 0 })
    throw new TypeError(`form() takes an object such as { avatar: file() }, got ${given}`)
  }
  checkOptionNames('form()', options, FORM_OPTIONS)
  // Most programs have no forms, so they do not load what reads them.
  const { multipart } = require('../body/multipart.js') as { multipart: typeof Multipart }
  const parse = multipart(toMultipartOptions(fields, options))
  const validators = Object.entries(fields).map(
    ([name, field]) => [name, isFile(field) ? checkFiles(field) : checkField(field, name)] as const,
  )
  const fileNames = Object.keys(fields).filter((name) => isFile(fields[name] as FormFields[string]))
  return {
    '~form': fields,
    '~standard': {
      version: 1,
      vendor: 'webapp',
      validate: (value) => validateFields(validators, value),
    },
    async [kForm](req) {
      await new Promise<void>((resolve, reject) => {
        const { res } = req
        if (res === undefined) throw new TypeError('form() needs a request of an application')
        parse(req, res, (error) => (error === undefined ? resolve() : reject(error)))
      })
      const body = readBodyInput(req, [FORM_TYPE], req.body)
      return { ...withoutFiles(body, fileNames), ...(req.files as object | undefined) }
    },
  }
}

/**
 * The fields of a form, none of which is a file. A parser of the application that takes every type may have
 * read the body as JSON, with an object that looks like a stored file.
 */
function withoutFiles(body: unknown, fileNames: readonly string[]): object {
  const values = { ...(body as object | undefined) }
  for (const name of fileNames) {
    if (Object.hasOwn(values, name)) Object.defineProperty(values, name, NO_FILE)
  }
  return values
}

export function isFile(field: Schema | FormFile): field is FormFile {
  return isObject(field) && '~file' in field
}

const MIB = 1024 * 1024
const USUAL_SIZE = 10 * MIB
const USUAL_BODY = 100 * MIB
/** More than a form has: a file that it does not take is 400, and not one too many. */
const USUAL_FILES = 20

/** The limits of a form follow from its files, unless the program gives them. */
function toMultipartOptions(fields: FormFields, { limits, ...others }: FormOptions) {
  const files: Record<string, FileRule> = Object.create(null)
  let largest = 0
  let count = 0
  let all = MIB
  for (const [name, field] of Object.entries(fields)) {
    if (!isFile(field)) continue
    const { maxSize = limits?.fileSize ?? USUAL_SIZE, maxCount = 1, types } = field['~file']
    files[name] = { maxSize, maxCount, types }
    const size = parseSize(`files.${name}.maxSize`, maxSize)
    largest = Math.max(largest, size)
    count += maxCount
    all += size * maxCount
  }
  const own = {
    fileSize: largest,
    files: Math.max(USUAL_FILES, count),
    bodySize: Math.max(USUAL_BODY, all),
  }
  return { ...others, files, limits: { ...own, ...limits } }
}

function checkFiles({ '~file': { maxCount, optional } }: FormFile): Validate {
  return (value) => {
    const files = Array.isArray(value) ? value.filter(isObject) : []
    const isMissing = files.length === 0 && !optional
    if (isMissing || (value !== undefined && !Array.isArray(value))) {
      return { issues: [{ message: 'Invalid input: expected a file' }] }
    }
    return { value: maxCount === undefined ? files[0] : files }
  }
}

/** Fields are text. A list with one element arrives as a text, too. */
function checkField(schema: Schema, name: string): Validate {
  const validate = createValidate(schema, `the field ${name}`, true)
  if (!takesList(schema)) return validate
  return (value) => validate(typeof value === 'string' ? [value] : value)
}

function takesList(schema: Schema): boolean {
  try {
    return toJsonSchema(schema)?.type === 'array'
  } catch {
    return false // It has no JSON Schema, so nothing is known.
  }
}

function validateFields(
  validators: readonly (readonly [name: string, validate: Validate])[],
  given: unknown,
): StandardResult<object> | Promise<StandardResult<object>> {
  const values = isObject(given) ? (given as Record<string, unknown>) : {}
  const results = validators.map(([name, validate]) => {
    return [name, validate(Object.hasOwn(values, name) ? values[name] : undefined)] as const
  })
  const isLate = results.some(([, result]) => isThenable(result))
  if (!isLate) return collect(results as readonly Settled[])
  const settled = results.map(async ([name, result]) => [name, await result] as const)
  return Promise.all(settled).then(collect)
}

type Settled = readonly [name: string, result: StandardResult<unknown>]

function collect(results: readonly Settled[]): StandardResult<object> {
  const value: Record<string, unknown> = {}
  const issues: StandardIssue[] = []
  for (const [name, result] of results) {
    if (result.issues) {
      issues.push(...result.issues.map((each) => ({ ...each, path: [name, ...(each.path ?? [])] })))
    } else if (result.value !== undefined) {
      Object.defineProperty(value, name, { ...PLAIN, value: result.value })
    }
  }
  return issues.length > 0 ? { issues } : { value }
}

/** A member like any other, also with the name `__proto__`. */
const PLAIN = { configurable: true, enumerable: true, writable: true }

/** Fields of a form are text, which is not a file. */
const NO_FILE = { ...PLAIN, value: '' }
