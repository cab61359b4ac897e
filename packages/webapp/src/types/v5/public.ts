// Not a type import, which would allow no aliases. The compiler leaves it out of the program.
import webapp = require('../../dialects/v5/webapp.ts')

// The interfaces of the namespace, which programs add members to.
import Application = webapp.Application
import Request = webapp.Request
import Response = webapp.Response
import RunningApplication = webapp.RunningApplication

export type * from './names.ts'
export type { Application, Request, Response, RunningApplication }
