// Forms with files in contracts, in every dialect.
import { z } from 'zod'
import { contract, file, form, type UploadedFile } from '../../src/contract.ts'
import type { FilePart } from '../../src/multipart.ts'
import type { Express as Express3 } from '../../src/types/v3/public.ts'
import type { Express as Express4 } from '../../src/types/v4/public.ts'
import type { Express } from '../../src/types/v5/public.ts'
import { exactly } from './equal.ts'

declare const app: Express
declare const app4: Express4
declare const app3: Express3

const profile = contract({
  body: form({
    avatar: file({ maxSize: '2mb', types: ['image/png'] }),
    cover: file({ optional: true }),
    photos: file({ maxCount: 5 }),
    notes: file({ maxCount: 5, optional: true }),
    plain: file(),
    name: z.string(),
    age: z.coerce.number().optional(),
  }),
  responses: { 201: z.object({ name: z.string() }) },
})
interface Profile {
  avatar: UploadedFile
  cover: UploadedFile | undefined
  photos: UploadedFile[]
  notes: UploadedFile[]
  plain: UploadedFile
  name: string
  age: number | undefined
}
const check = (body: Profile) => body
app.post('/', profile, (req, res) => {
  check(req.body)
  exactly<UploadedFile>()(req.body.avatar)
  exactly<UploadedFile | undefined>()(req.body.cover)
  exactly<UploadedFile[]>()(req.body.photos)
  exactly<Buffer>()(req.body.avatar.buffer)
  exactly<string>()(req.body.name)
  exactly<number | undefined>()(req.body.age)
  res.status(201).json({ name: req.body.name })
  // @ts-expect-error kept in memory
  req.body.avatar.path
  // @ts-expect-error no such field
  req.body.other
})
app4.post('/', profile, (req) => exactly<UploadedFile>()(req.body.avatar))
app3.post('/', profile, (req) => exactly<UploadedFile>()(req.body.avatar))

const onDisk = form({ avatar: file() }, { storage: 'disk', directory: '/tmp' })
app.post('/', contract({ body: onDisk }), (req) => {
  exactly<string>()(req.body.avatar.path)
  // @ts-expect-error kept on disk
  req.body.avatar.buffer
})

const stored = form(
  { avatar: file() },
  {
    storage: async (part) => {
      exactly<FilePart>()(part)
      return { key: part.filename, remove: () => {} }
    },
  },
)
app.post('/', contract({ body: stored }), (req) => exactly<string>()(req.body.avatar.stored.key))

// @ts-expect-error no such option
file({ size: 1 })
// @ts-expect-error no such option
form({}, { store: 'disk' })
// @ts-expect-error neither a schema nor a file
form({ name: 'text' })
