// Members that existing code bases add to requests, responses and applications, in each of the ways
// that `@types/express` documents, and in ours. All dialects have them.
import type { KeyObject as User } from 'node:crypto'
import webapp from 'webapp'
import v3 from 'webapp/v3'
import v4 from 'webapp/v4'

interface Tenant {
  slug: string
}

declare global {
  namespace Express {
    interface Request {
      key?: User
    }
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    tenant?: Tenant
    session: { id: string }
  }
  interface Response {
    paginate(items: unknown[]): void
  }
  interface Application {
    startedAt: Date
  }
}

declare module 'webapp' {
  interface Request {
    trace: string
  }
}

const app = webapp()
app.get('/:id', (req, res) => {
  const slug: string | undefined = req.tenant?.slug
  const type: string | undefined = req.key?.type
  const started: number = req.app.startedAt.getTime() + app.startedAt.getTime()
  res.status(200).paginate([slug, type, started, req.session.id, req.trace, req.params.id])
  // @ts-expect-error There is no such member.
  req.other
})

const older = v4()
older.get('/:id', (req, res) => {
  const slug: string | undefined = req.tenant?.slug
  const type: string | undefined = req.key?.type
  res.paginate([slug, type, req.session.id, req.app.startedAt, req.params.id])
  // @ts-expect-error The member was added to requests of 5.x.
  req.trace
})

const oldest = v3()
oldest.get('/:id', (req, res) => {
  const slug: string | undefined = req.tenant?.slug
  const type: string | undefined = req.key?.type
  res.paginate([slug, type, req.session.id, req.app.startedAt, req.params.id])
  // @ts-expect-error The program declares what a session holds.
  req.session.count
  // Nothing but the added members comes from the other package.
  // @ts-expect-error 3.x has no such member.
  req.hostname
  // @ts-expect-error 3.x has no such member.
  res.sendStatus(200)
  // @ts-expect-error 3.x has no such member.
  req.app.mountpath
})
