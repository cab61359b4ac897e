import { z } from 'zod'

export const Name = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}._-]{1,28})[\p{L}\p{N}]$/u, 'Use 3 to 30 letters and digits')

/** An upper limit bounds the work of hashing. */
export const Password = z.string().min(8, 'Use at least 8 characters').max(200)

export const NewAccount = z.object({ name: Name, password: Password })

/** A login accepts what could never be an account, and then refuses it as any wrong password. */
export const Login = z.object({
  name: z
    .string()
    .max(200)
    .transform((name) => name.replaceAll('\0', '\ufffd')),
  password: z.string().max(200),
})

export const UserSchema = z.object({ id: z.number(), name: z.string(), isAdmin: z.boolean() })

export const SessionSchema = z.object({
  user: UserSchema,
  csrfToken: z
    .string()
    .describe('The value for the header X-CSRF-Token of requests that change data'),
})
