import { z } from 'zod'

/** The body of errors of the API: problem details of RFC 9457. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  code: z.string().optional(),
})
