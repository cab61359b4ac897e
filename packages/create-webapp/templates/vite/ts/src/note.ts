import { z } from 'zod'

// The browser loads the types of this file alone, so it imports nothing of the server.

export const NewNote = z.object({ text: z.string().trim().min(1).max(1000) })
export const Note = z.object({ id: z.string(), text: z.string() })

export type Note = z.infer<typeof Note>
