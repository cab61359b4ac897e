import { hasHandler } from '../app/route-list/find-handler.ts'
import { isProblemHandler } from './refusal.ts'

/** Whether an application, or anything mounted in it, responds to errors with problem details. */
export function sendsProblems(app: object): boolean {
  return hasHandler(app, isProblemHandler)
}
