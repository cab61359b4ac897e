import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { acceptedCodings } from '../http/accept-encoding.ts'
import { fileCache, type KnownFile } from './file-cache.ts'
import {
  type Finder,
  type FoundCallback,
  type FoundFile,
  findFile,
  findOriginal,
  findVariant,
  openRegular,
} from './open.ts'
import type { FileSettings, VariantKind } from './options.ts'

const KINDS: Readonly<Record<string, VariantKind>> = {
  br: { coding: 'br', suffix: '.br' },
  zst: { coding: 'zstd', suffix: '.zst' },
  gz: { coding: 'gzip', suffix: '.gz' },
}

const OPTION = 'precompressed option must'
const SUFFIXES = Object.values(KINDS).map(({ suffix }) => suffix)

/** The value of Accept-Encoding of most clients is one of a few. */
const MAX_HEADERS = 32
const MAX_LENGTH = 256

/** The settings for a kind of variant. */
interface VariantSettings extends FileSettings {
  readonly variant: VariantKind
}

/** Creates the variants that the option `precompressed` lists, if there is one. */
export function createVariants(names: unknown, settings: FileSettings): Variants | undefined {
  if (names === undefined || names === null || names === false) return undefined
  if (!Array.isArray(names))
    throw new TypeError(`${OPTION} be an array or false, got ${inspect(names)}`)
  const variants = new Variants(names, settings)
  // The bytes that `start` and `end` name are those of the original.
  const isWhole = settings.start === 0 && settings.end === undefined
  return isWhole && names.length > 0 ? variants : undefined
}

/** The variants of a file server: files that were compressed beforehand, beside their originals. */
export class Variants {
  /** The settings for a file that is sent although there may be variants. */
  readonly #original: FileSettings
  readonly #variants: ReadonlyMap<string, VariantSettings>
  readonly #codings: readonly string[]
  readonly #accepted = new Map<string | undefined, readonly VariantSettings[]>()

  constructor(names: readonly unknown[], settings: FileSettings) {
    const original = { ...settings, isNegotiated: true }
    const variants = names.map((name) => ({ ...original, variant: kindOf(name) }))
    this.#original = original
    this.#variants = new Map(variants.map((each) => [each.variant.coding, each]))
    this.#codings = [...this.#variants.keys()]
  }

  /** Finds the best variant of a file that the client accepts, or else the file itself. */
  finderFor(req: IncomingMessage, res: ServerResponse): Finder {
    return (path, callback) => {
      if (isVariant(path)) {
        findFile(path, callback)
        return
      }
      const original = this.#original
      const accepted = this.#acceptedBy(req, res)
      const told: FoundCallback = (error, file, own = original) => callback(error, file, own)
      if (accepted.length === 0) findFile(path, told)
      else findBest(path, accepted, told)
    }
  }

  #acceptedBy(req: IncomingMessage, res: ServerResponse): readonly VariantSettings[] {
    // The program has declared the coding of the file as it is.
    if (res.getHeader('Content-Encoding')) return []
    const header = req.headers['accept-encoding'] as string | undefined
    const known = this.#accepted.get(header)
    if (known !== undefined) return known
    const codings = acceptedCodings(header, this.#codings)
    const accepted = codings.flatMap((coding) => this.#variants.get(coding) ?? [])
    if ((header?.length ?? 0) > MAX_LENGTH) return accepted
    if (this.#accepted.size === MAX_HEADERS) this.#accepted.clear()
    this.#accepted.set(header, accepted)
    return accepted
  }
}

/** A variant that the URL names is sent as it is. */
function isVariant(path: string): boolean {
  return SUFFIXES.some((suffix) => path.endsWith(suffix))
}

function kindOf(name: unknown): VariantKind {
  const kind = typeof name === 'string' && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind !== undefined) return kind
  const known = Object.keys(KINDS).map((each) => inspect(each))
  throw new TypeError(`${OPTION} list ${known.join(', ')}, got ${inspect(name)}`)
}

function findBest(
  path: string,
  accepted: readonly VariantSettings[],
  callback: FoundCallback,
): void {
  findOriginal(path, (error, original) => {
    if (original === undefined || original === 'directory') callback(error, original)
    else chooseVariant(original, accepted, callback)
  })
}

function chooseVariant(
  original: FoundFile | KnownFile,
  [settings, ...others]: readonly VariantSettings[],
  callback: FoundCallback,
): void {
  if (settings === undefined) {
    sendOriginal(original, callback)
    return
  }
  findVariant(original.path + settings.variant.suffix, (variant) => {
    if (variant === undefined) {
      chooseVariant(original, others, callback)
      return
    }
    keepClosed(original)
    callback(undefined, variant, settings)
  })
}

function sendOriginal(original: FoundFile | KnownFile, callback: FoundCallback): void {
  if ('fd' in original || 'body' in original) callback(undefined, original)
  else openRegular(original.path, callback)
}

/** Closes an original that is not sent. The next request need not open it if it has not changed. */
function keepClosed(original: FoundFile | KnownFile): void {
  if (!('fd' in original)) return
  fileCache.add(original)
  fs.close(original.fd, () => {})
}
