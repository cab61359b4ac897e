import { parseSimpleQuery } from '../../http/query-string.ts'
import { type Face, markFace } from '../../members/dialect-members.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const face: Face = {
  request,
  response,
  queryParser: 'simple',
  parseQuery: parseSimpleQuery,
}

markFace(face)
