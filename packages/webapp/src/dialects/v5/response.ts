import { ServerResponse } from 'node:http'
import { cookies } from '../../response/cookies.ts'
import { file } from '../../response/file.ts'
import { format } from '../../response/format.ts'
import { contentType, header, headers } from '../../response/headers.ts'
import { json } from '../../response/json.ts'
import { location } from '../../response/location.ts'
import { render } from '../../response/render.ts'
import { send } from '../../response/send.ts'
import { status } from '../../response/status.ts'
import { derive } from '../../surface/derive.ts'

/** What every response of the 5.x dialect can do, on top of Node's. */
export const response = derive(
  ServerResponse.prototype,
  status,
  { send, type: contentType, contentType, header, set: header },
  headers,
  json,
  file,
  format,
  cookies,
  location,
  render,
)
