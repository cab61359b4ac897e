import { decodeComponent } from './decode.ts'

/** How names with brackets become objects and lists: the options of qs, with its defaults. */
export interface NestedOptions {
  /** Whether a name may be one of `Object.prototype`. */
  readonly allowPrototypes?: boolean | undefined
  /** Longer lists become objects with the positions as names. */
  readonly arrayLimit?: number | undefined
  /** Whether `a.b` means `a[b]`; also set by `decodeDotInKeys`. */
  readonly allowDots?: boolean | undefined
  readonly allowEmptyArrays?: boolean | undefined
  readonly allowSparse?: boolean | undefined
  readonly charset?: 'utf-8' | 'iso-8859-1' | undefined
  /** Whether a parameter `utf8` with a check mark sets the charset. */
  readonly charsetSentinel?: boolean | undefined
  /** Whether commas in a value make a list. */
  readonly comma?: boolean | undefined
  readonly decodeDotInKeys?: boolean | undefined
  readonly decoder?: Decoder | null | undefined
  readonly delimiter?: string | RegExp | undefined
  /** Brackets below this depth remain in the name. */
  readonly depth?: number | false | undefined
  readonly duplicates?: 'combine' | 'first' | 'last' | undefined
  readonly ignoreQueryPrefix?: boolean | undefined
  readonly interpretNumericEntities?: boolean | undefined
  readonly parameterLimit?: number | undefined
  readonly parseArrays?: boolean | undefined
  readonly plainObjects?: boolean | undefined
  /** Whether `a[b]=1&a=2` gives the list `[{ b: '1' }, '2']`; otherwise it gives `{ b: '1', 2: true }`. */
  readonly strictMerge?: boolean | undefined
  /** Whether more depth is an error. */
  readonly strictDepth?: boolean | undefined
  readonly strictNullHandling?: boolean | undefined
  /** Whether more parameters or elements than allowed are an error. */
  readonly throwOnLimitExceeded?: boolean | undefined
}

export type Charset = 'utf-8' | 'iso-8859-1'
type Decoder = (
  text: string,
  decode: (text: string, decoder: unknown, charset: string) => string,
  charset: Charset,
  kind: 'key' | 'value',
) => unknown

/** The same with the defaults of qs. */
export type NestedSettings = ReturnType<typeof completeOptions>

const booleans = ['allowEmptyArrays', 'decodeDotInKeys'] as const

export function completeOptions(options: NestedOptions) {
  const { charset, decoder, throwOnLimitExceeded } = options
  for (const name of booleans) {
    if (options[name] !== undefined && typeof options[name] !== 'boolean') {
      throw new TypeError(`\`${name}\` option can only be \`true\` or \`false\`, when provided`)
    }
  }
  if (decoder !== null && decoder !== undefined && typeof decoder !== 'function') {
    throw new TypeError('Decoder has to be a function.')
  }
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'iso-8859-1') {
    throw new TypeError('The charset option must be either utf-8, iso-8859-1, or undefined')
  }
  if (throwOnLimitExceeded !== undefined && typeof throwOnLimitExceeded !== 'boolean') {
    throw new TypeError('`throwOnLimitExceeded` option must be a boolean')
  }
  const duplicates = options.duplicates ?? 'combine'
  if (!['combine', 'first', 'last'].includes(duplicates)) {
    throw new TypeError('The duplicates option must be either combine, first, or last')
  }
  const { depth, parameterLimit, delimiter } = options
  return {
    allowDots: Boolean(options.allowDots ?? options.decodeDotInKeys),
    allowEmptyArrays: options.allowEmptyArrays === true,
    allowPrototypes: options.allowPrototypes === true,
    allowSparse: options.allowSparse === true,
    arrayLimit: typeof options.arrayLimit === 'number' ? options.arrayLimit : 20,
    charset: charset ?? 'utf-8',
    charsetSentinel: options.charsetSentinel === true,
    comma: options.comma === true,
    decodeDotInKeys: options.decodeDotInKeys === true,
    decoder: decoder ?? decodeComponent,
    delimiter: typeof delimiter === 'string' || delimiter instanceof RegExp ? delimiter : '&',
    depth: typeof depth === 'number' || depth === false ? Number(depth) : 5,
    duplicates,
    ignoreQueryPrefix: options.ignoreQueryPrefix === true,
    interpretNumericEntities: options.interpretNumericEntities === true,
    parameterLimit: typeof parameterLimit === 'number' ? parameterLimit : 1000,
    parseArrays: options.parseArrays !== false,
    plainObjects: options.plainObjects === true,
    strictDepth: options.strictDepth === true,
    strictMerge: options.strictMerge !== false,
    strictNullHandling: options.strictNullHandling === true,
    throwOnLimitExceeded: throwOnLimitExceeded === true,
  } as const
}

/** `1 element`, `2 elements`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
