import { labelRequests } from '../../members/dialect-members.ts'
import { parseExtendedQueryString } from './query-parsers.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const members = labelRequests({
  request,
  response,
  queryParser: 'extended',
  parseQuery: parseExtendedQueryString,
})
