import {
  multipart as createMultipart,
  formData as readFormData,
  parts as readParts,
} from './body/multipart.ts'
import type { Multipart, Parts, ReadFormData } from './body/multipart-types.ts'

export type * from './body/multipart-types.ts'

/** Middleware that reads a form into `req.body` and `req.files`. Other requests pass. */
export const multipart: Multipart = createMultipart

/** The parts of the form of a request, as they arrive. */
export const parts = readParts as Parts

/** The form of a request in memory, as the web defines it. */
export const formData: ReadFormData = readFormData
