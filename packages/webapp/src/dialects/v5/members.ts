import { parseSimpleQuery } from '../../http/query-string.ts'
import { labelRequests } from '../../members/dialect-members.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const members = labelRequests({
  request,
  response,
  queryParser: 'simple',
  parseQuery: parseSimpleQuery,
})
