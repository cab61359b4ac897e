import { ServerResponse } from 'node:http'
import { basename, isAbsolute } from 'node:path'
import { attachmentNamed } from '../../http/disposition.ts'
import type { Res } from '../../http/exchange.ts'
import { mediaTypeOf, withDefaultCharset, withUtf8 } from '../../http/media-type.ts'
import { derive } from '../../members/derive.ts'
import { hideMembers, withLength } from '../../members/expose.ts'
import { type Head, headerMembers, recordPristineMembers } from '../../node/index.ts'
import { cookies } from '../../response/cookies.ts'
import { createFileMembers } from '../../response/file.ts'
import { createFormat } from '../../response/format.ts'
import { contentType, createHeaderSetter, headers } from '../../response/headers.ts'
import { createJsonMembers, takeJsonText } from '../../response/json.ts'
import { emitMember } from '../../response/late-writes.ts'
import { location } from '../../response/location.ts'
import { rendering } from '../../response/render.ts'
import { createSend, declareHtml, type SendPolicy } from '../../response/send.ts'
import { status } from '../../response/status.ts'
import { files } from './files.ts'

const header = createHeaderSetter(withDefaultCharset)

export const sending: SendPolicy = {
  isBytes: ArrayBuffer.isView,
  isChunked: (head) => Boolean(head.get('Transfer-Encoding')),
  keepsLength: false,
  declareText,
  encodingOfNull: undefined,
  setNotModified: (res) => res.status(304),
}

const json = createJsonMembers(sending)
takeJsonText(withLength(1, json.json), sending)

export const response = derive(
  ServerResponse.prototype,
  headerMembers,
  emitMember,
  status,
  {
    send: createSend(sending),
    type: contentType,
    contentType,
    header,
    set: header,
  },
  headers,
  json,
  createFileMembers({
    files,
    // As in Express, a path that is not a string throws here.
    attachmentNamed: (name) => attachmentNamed(basename(name)),
    isAbsolute,
    wantsEtag: (res) => res.app.enabled('etag'),
  }),
  createFormat(mediaTypeOf),
  cookies,
  location,
  rendering,
)

hideMembers(response, ['emit', 'writeHead', ...Object.keys(headerMembers)])
recordPristineMembers(response)

function declareText(head: Head, res: Res, text: string | null): void {
  if (text === null) return
  const type = head.get('Content-Type')
  if (typeof type === 'string') head.set('Content-Type', withUtf8(type))
  else declareHtml(head, res)
}
