import { type Face, markFace } from '../../members/dialect-members.ts'
import { parseExtendedQueryString } from './query-parsers.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const face: Face = {
  request,
  response,
  queryParser: 'extended',
  parseQuery: parseExtendedQueryString,
}

markFace(face)
