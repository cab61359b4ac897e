import { type Face, markFace } from '../../members/dialect-members.ts'
import { parseExtendedQueryString } from '../v4/query-parsers.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const face: Face = {
  request,
  response,
  queryParser: 'extended',
  parseQuery: parseExtendedQueryString,
}

markFace(face)
