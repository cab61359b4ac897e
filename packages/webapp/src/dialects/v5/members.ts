import { parseSimpleQuery } from '../../http/query-string.ts'
import { type DialectMembers, labelRequests } from '../../members/dialect-members.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const members: DialectMembers = {
  request,
  response,
  queryParser: 'simple',
  parseQuery: parseSimpleQuery,
}

labelRequests(members)
