import { z } from 'zod'
import { hasNoNull, NO_NULL } from '../http/text.ts'

export const NoteId = z.uuid()
export const Title = z.string().trim().min(1).max(200)
export const Body = z.string().max(100_000)
const AccessSchema = z.enum(['owner', 'write', 'read'])

/** The text of a note in a request. */
export const NoteInput = z.object({
  title: Title.refine(hasNoNull, NO_NULL),
  body: Body.refine(hasNoNull, NO_NULL).default(''),
})

export const NoteSchema = z.object({
  id: NoteId,
  title: z.string(),
  body: z.string().describe('Markdown'),
  owner: z.string(),
  access: AccessSchema,
  version: z.number().int().describe('Grows with each change; also in the ETag'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const NoteSummarySchema = z.object({
  id: NoteId,
  title: z.string(),
  excerpt: z.string(),
  owner: z.string(),
  access: AccessSchema,
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
})

export const NotePage = z.object({
  notes: z.array(NoteSummarySchema),
  next: z.number().int().optional().describe('The cursor of the next page; none on the last page'),
})

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.coerce.number().int().positive().optional(),
})

export const ShareSchema = z.object({ name: z.string(), access: z.enum(['read', 'write']) })

/** The name of a user with whom a note is shared. */
export const ShareName = z.string().trim().min(1).max(30).refine(hasNoNull, NO_NULL)

export const ShareInput = z.object({
  name: ShareName,
  access: z.enum(['read', 'write']).default('read'),
})
