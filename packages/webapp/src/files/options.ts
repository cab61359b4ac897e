import { resolve } from 'node:path'
import type fresh from 'fresh'
import ms from 'ms'
import type parseRange from 'range-parser'
import type { SendFileOptions, ServeStaticOptions } from '../types/shared/options.ts'

/** `ignore-names` ignores dotfiles, but not other files in a folder with a leading dot. */
export type Dotfiles = 'allow' | 'deny' | 'ignore' | 'ignore-names'

/** The response that redirects a directory's URL to the same URL with a trailing slash. */
export interface DirectoryRedirect {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly render: (location: string) => string
}

/** The differences between the dialects in sending files. */
export interface FilePolicy {
  readonly dotfiles: (options: FileOptions) => Dotfiles
  /** The root, for a dialect in which the option has a second name. */
  readonly rootOf?: (options: FileOptions) => string | null | undefined
  /** Whether '.', the path of the working directory, is a dotfile. */
  readonly hidesWorkingDirectory?: boolean
  /** The Content-Type of a file; without one it is sent without that header. */
  readonly typeOf: (path: string) => string | undefined
  readonly directoryRedirect: DirectoryRedirect
  readonly isFresh: typeof fresh
  readonly readRange: typeof parseRange
  /** Whether callbacks get an error that ended the connection before the transfer began. */
  readonly reportsEarlierErrors?: boolean
}

/** The options of `res.sendFile` and `webapp.static`, those of older dialects among them. */
export interface FileOptions
  extends Omit<SendFileOptions, 'headers' | 'root'>,
    Pick<ServeStaticOptions, 'index'> {
  readonly from?: string
  readonly hidden?: boolean
  readonly root?: string | null | undefined
}

/** A kind of variant: files that were compressed beforehand and stand beside their originals. */
export interface VariantKind {
  /** The content coding, as in Content-Encoding. */
  readonly coding: string
  /** The end of the names of the files, with a dot. */
  readonly suffix: string
}

/** Validated file options with defaults. */
export interface FileSettings {
  readonly acceptRanges: boolean
  /** The value of Cache-Control; undefined to send none. */
  readonly cacheControl: string | undefined
  readonly dotfiles: Dotfiles
  readonly end: number | undefined
  readonly etag: boolean
  readonly extensions: readonly string[]
  readonly index: readonly string[]
  readonly lastModified: boolean
  readonly policy: FilePolicy
  readonly root: string | undefined
  readonly start: number
  /** Whether Accept-Encoding decides which variant of a file is sent. */
  readonly isNegotiated?: boolean
  /** In the settings for a variant: its kind. */
  readonly variant?: VariantKind
}

export function checkFileOptions(options: FileOptions, policy: FilePolicy): FileSettings {
  const root = policy.rootOf ? policy.rootOf(options) : options.root
  return {
    acceptRanges: isOn(options.acceptRanges),
    cacheControl: isOn(options.cacheControl) ? describeCaching(options) : undefined,
    dotfiles: checkDotfiles(options, policy),
    end: options.end,
    etag: isOn(options.etag),
    extensions: toList(options.extensions, 'extensions'),
    index: options.index === undefined ? ['index.html'] : toList(options.index, 'index'),
    lastModified: isOn(options.lastModified),
    policy,
    root: root ? resolve(root) : undefined,
    start: options.start ?? 0,
  }
}

/** Whether an option that is on by default is on. */
function isOn(value: unknown): boolean {
  return value === undefined || Boolean(value)
}

const ONE_YEAR = 365 * 24 * 60 * 60 * 1000

function describeCaching(options: FileOptions): string {
  const given = options.maxAge || options.maxage || 0
  const parsed = typeof given === 'string' ? Number(ms(given as '1 s')) : given
  const milliseconds = Math.min(Math.max(0, parsed || 0), ONE_YEAR)
  const age = `public, max-age=${Math.floor(milliseconds / 1000)}`
  return options.immutable ? `${age}, immutable` : age
}

function checkDotfiles(options: FileOptions, policy: FilePolicy): Dotfiles {
  const { dotfiles } = options
  if (dotfiles === undefined) return policy.dotfiles(options)
  if (dotfiles === 'allow' || dotfiles === 'deny' || dotfiles === 'ignore') return dotfiles
  throw new TypeError('dotfiles option must be "allow", "deny", or "ignore"')
}

function toList(value: unknown, name: string): readonly string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value || []].flat()
  for (const item of list) {
    if (typeof item !== 'string') {
      throw new TypeError(`${name} option must be array of strings or false`)
    }
  }
  return list as string[]
}
