import type { RequestParamHandler } from 'webapp'
import { z } from 'zod'
import { notFound } from '../errors.ts'

const Id = z.uuid()

/** For the parameters of pages: an address with anything but an id is 404, not an error of SQL. */
export const checkId: RequestParamHandler = (_req, _res, next, id) => {
  next(Id.safeParse(id).success ? undefined : notFound())
}
