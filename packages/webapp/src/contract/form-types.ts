import type { IncomingMessage } from 'node:http'
import type {
  FilePart,
  MultipartFile,
  MultipartLimits,
  StoreFile,
} from '../body/multipart-types.ts'
import type { Flatten } from '../types/shared/path-literals.ts'
import type { OutputOf, Schema, StandardSchema } from './contract-types.ts'

/** The files that a field of a form takes. */
export interface FormFileOptions {
  /** The largest file, in bytes or as a text such as `'2mb'`; 10 MiB by default. Beyond it is 413. */
  readonly maxSize?: number | string | undefined
  /** The types of content, such as `image/png` and `image/*`; others are 415. */
  readonly types?: readonly string[] | undefined
  /** The field takes a list of up to this many files. Without it, the field takes one file. */
  readonly maxCount?: number | undefined
  /** Whether the form may have no file in this field. */
  readonly optional?: boolean | undefined
  /** About the file, for the documentation. */
  readonly description?: string | undefined
}

/** A field of a form with files; `file(options)` creates it. */
export interface FormFile<Options extends FormFileOptions = FormFileOptions> {
  /** The options of the field. */
  readonly '~file': Options
}

/** The fields of a form: schemas for text, and `file(…)`. */
export type FormFields = Readonly<Record<string, Schema | FormFile>>

/** Options of `form`, which are those of `multipart`. */
export interface FormOptions {
  /** In memory (the default), on disk, or by a function whose result is `stored` of the file. */
  readonly storage?: 'memory' | 'disk' | StoreFile | undefined
  /** How much of a form is taken. Beyond it is 413. */
  readonly limits?: MultipartLimits | undefined
  /** The folder for files on disk; `os.tmpdir()` by default. */
  readonly directory?: string | undefined
  /** Whether the types of files are found from their first bytes. */
  readonly sniff?: boolean | undefined
  /** Whether stored files are removed if the response is an error; on by default. */
  readonly removeOnFailure?: boolean | undefined
}

/** The content of a file in memory. */
export type InMemory = Pick<MultipartFile, 'buffer'>

/** The path of a file on disk. */
export type OnDisk = Pick<MultipartFile, 'path'>

/** The result of a storage function. */
export interface Stored<Result> {
  readonly stored: Awaited<Result>
}

/** A file of a form; `Kept` is where it is: `InMemory`, `OnDisk` or `Stored<Result>`. */
export type UploadedFile<Kept = InMemory> = Kept &
  Pick<MultipartFile, 'name' | 'filename' | 'type' | 'sniffedType' | 'size' | 'keep'>

/** The schema of a form, for `body` of a contract. */
export interface FormSchema<Fields extends FormFields, Kept = InMemory>
  extends StandardSchema<object, FormOutput<Fields, Kept>> {
  /** The fields and files of the form. */
  readonly '~form': Fields
}

/** What `req.body` has behind a contract with the form. */
export type FormOutput<Fields extends FormFields, Kept> = Flatten<{
  -readonly [Name in keyof Fields]: Fields[Name] extends FormFile<infer Options>
    ? FilesOf<Options, UploadedFile<Kept>>
    : OutputOf<Fields[Name]>
}>

type FilesOf<Options extends FormFileOptions, File> = Options extends { readonly maxCount: number }
  ? File[]
  : Options extends { readonly optional: true }
    ? File | undefined
    : File

/** `file` of webapp/contract. */
export type CreateFile = <const Options extends FormFileOptions = FormFileOptions>(
  options?: Options,
) => FormFile<Options>

/** `form` of webapp/contract. */
export interface CreateForm {
  /** Creates the schema of a form whose files a function stores. */
  <Fields extends FormFields, Result>(
    fields: Fields,
    options: FormOptions & { storage: (part: FilePart, req: IncomingMessage) => Result },
  ): FormSchema<Fields, Stored<Result>>
  /** Creates the schema of a form whose files are on disk. */
  <Fields extends FormFields>(
    fields: Fields,
    options: FormOptions & { storage: 'disk' },
  ): FormSchema<Fields, OnDisk>
  /** Creates the schema of a form whose files are in memory. */
  <Fields extends FormFields>(
    fields: Fields,
    options?: FormOptions & { storage?: 'memory' | undefined },
  ): FormSchema<Fields>
}
