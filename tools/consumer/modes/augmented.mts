// Members that a program adds to the types of a dialect. In a file of its own: a program adds them in
// ES modules or in CommonJS modules (types.cts), not in both.
import webapp, { type Request } from 'webapp'
import v3 from 'webapp/v3'
import v4 from 'webapp/v4'

interface Tenant {
  slug: string
}

declare module 'webapp' {
  interface Request {
    tenant?: Tenant
  }
  interface Response {
    succeed(): this
  }
  interface Application {
    startedAt: Date
  }
}

declare module 'webapp/v4' {
  interface Request {
    tenantOf4?: Tenant
  }
}

declare module 'webapp/v3' {
  interface Request {
    tenantOf3?: Tenant
  }
}

const app = webapp()
app.get('/tenant/:id', (req, res) => {
  const slug: string | undefined = req.tenant?.slug
  res.status(200).succeed().json([slug, req.params.id])
  return req.app.startedAt.getTime() - app.startedAt.getTime()
})
app.use((_error, req, res, _next) => res.succeed().json(req.tenant?.slug))
app.get('/tenant/:id', (req: Request<{ id: string }>) => req.tenant?.slug)

const older = v4()
older.get('/tenant', (req) => req.tenantOf4?.slug)
// @ts-expect-error The member was added to requests of 5.x.
older.get('/tenant', (req) => req.tenant)

const oldest = v3()
oldest.get('/tenant', (req) => req.tenantOf3?.slug)
app.use(older, oldest)
