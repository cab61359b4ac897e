import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** How much of a form is taken; a number is in bytes, a text such as `'10mb'`. Beyond it is 413. */
export interface MultipartLimits {
  /** The largest file; 10 MiB by default, without limit for `parts`. */
  readonly fileSize?: number | string | undefined
  /** The number of files; 20 by default, without limit for `parts`. */
  readonly files?: number | undefined
  /** The number of fields; 1000 by default. */
  readonly fields?: number | undefined
  /** The largest field; 1 MiB by default. */
  readonly fieldSize?: number | string | undefined
  /** The number of all parts; 1000 by default. */
  readonly parts?: number | undefined
  /** The headers of one part; 16 KiB by default. */
  readonly headerBytes?: number | string | undefined
  /** The whole body; 100 MiB by default, without limit for `parts`. */
  readonly bodySize?: number | string | undefined
}

/** The files that a form may have in one field. */
export interface FileRule {
  /** The number of files; 1 by default. */
  readonly maxCount?: number | undefined
  /** The largest file, if it is less than `limits.fileSize`. */
  readonly maxSize?: number | string | undefined
  /** The types of content, such as `image/png` and `image/*`; others are 415. */
  readonly types?: readonly string[] | undefined
}

/** Stores a file elsewhere. `remove` of the result is called if the request fails. */
export type StoreFile = (part: FilePart, req: IncomingMessage) => any

/** Options of `multipart`. */
export interface MultipartOptions {
  readonly limits?: MultipartLimits | undefined
  /** The fields that may have files. Files in others are 400. By default every field may. */
  readonly files?: Readonly<Record<string, FileRule>> | undefined
  /** Where files are kept: in memory (the default), on disk, or by a function. */
  readonly storage?: 'memory' | 'disk' | StoreFile | undefined
  /** The folder for files on disk; `os.tmpdir()` by default. */
  readonly directory?: string | undefined
  /**
   * Whether the type is found from the first bytes of a file. Then `types` of the rules applies to
   * this type, and not to the one that the client declares.
   */
  readonly sniff?: boolean | undefined
  /**
   * Whether files on disk are removed when the response is an error (400 and above) or is not
   * completed; on by default. `file.keep()` excludes a file.
   */
  readonly removeOnFailure?: boolean | undefined
}

/** Options of `parts`. */
export interface PartsOptions {
  readonly limits?: MultipartLimits | undefined
}

/** A part of a form, and the stream of its content. `isFile` tells the two kinds apart. */
export type Part = FilePart | FieldPart

export interface FilePart extends PartMembers {
  /** The name of the file without folders and control characters. */
  readonly filename: string
  readonly isFile: true
}

export interface FieldPart extends PartMembers {
  readonly filename: undefined
  readonly isFile: false
}

/** The members that both kinds of parts have. */
interface PartMembers extends Readable {
  /** The name of the field. */
  readonly name: string
  /** The type of content that the client declares. */
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /** Reads the rest as text, in the charset of the part. */
  text(): Promise<string>
  /** Reads the rest as bytes. */
  bytes(): Promise<Buffer>
}

/** A file of a form, in `req.files`. */
export interface MultipartFile {
  /** The name of its field. */
  readonly name: string
  /** The name that the client gave, without folders and control characters. */
  readonly filename: string
  /** The type of content that the client declares. */
  readonly type: string
  /** The type that the first bytes show, with `sniff`; undefined if they are not known. */
  readonly sniffedType?: string | undefined
  readonly size: number
  /** The content, in memory. */
  readonly buffer: Buffer
  /** The path, on disk. */
  readonly path: string
  /** The result of the storage function. */
  readonly stored: any
  /** Keeps the file if the request fails. */
  keep(): void
}

/** `multipart` of webapp/multipart: fills `req.body` and `req.files`. */
export type Multipart = (
  options?: MultipartOptions,
) => (req: any, res: any, next: (error?: any) => void) => void

/** `parts` of webapp/multipart. */
export type Parts = (req: IncomingMessage, options?: PartsOptions) => AsyncIterableIterator<Part>

/** `formData` of webapp/multipart: the form in memory, as the web defines it. */
export type ReadFormData = (req: IncomingMessage, options?: PartsOptions) => Promise<FormData>
