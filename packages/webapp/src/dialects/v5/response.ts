import { ServerResponse } from 'node:http'
import { basename, isAbsolute } from 'node:path'
import { attachmentNamed } from '../../http/disposition.ts'
import type { Res } from '../../http/exchange.ts'
import { mediaTypeOf, withDefaultCharset, withUtf8 } from '../../http/media-type.ts'
import { derive } from '../../members/derive.ts'
import { hideMember } from '../../members/expose.ts'
import { headerMembers } from '../../node/response/deferred-headers.ts'
import { recordPristineMembers } from '../../node/response/pristine.ts'
import { cookies } from '../../response/cookies.ts'
import { createFileMembers } from '../../response/file.ts'
import { createFormat } from '../../response/format.ts'
import { contentType, createHeaderSetter, headers } from '../../response/headers.ts'
import { json } from '../../response/json.ts'
import { emitMember } from '../../response/late-writes.ts'
import { location } from '../../response/location.ts'
import { rendering } from '../../response/render.ts'
import { createDescription, createSend, HTML, type SendPolicy } from '../../response/send.ts'
import { status } from '../../response/status.ts'
import { files } from './files.ts'

const header = createHeaderSetter(withDefaultCharset)

export const sending: SendPolicy = {
  isBytes: ArrayBuffer.isView,
  describeEntity: createDescription((res) => Boolean(res.get('Transfer-Encoding'))),
  declareText,
  textType: { unset: HTML, set: withUtf8 },
  encodingOfNull: undefined,
  setNotModified: (res) => res.status(304),
}

/** The prototype of 5.x responses. */
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
    attachmentNamed: (name) => attachmentNamed(basename(name)),
    isAbsolute,
    wantsEtag: (res) => res.app.enabled('etag'),
  }),
  createFormat(mediaTypeOf),
  cookies,
  location,
  rendering,
)

for (const name of ['emit', 'writeHead', ...Object.keys(headerMembers)]) hideMember(response, name)
recordPristineMembers(response)

function declareText(res: Res, text: string | null): void {
  if (text === null) return
  const type = res.get('Content-Type')
  if (typeof type === 'string') res.set('Content-Type', withUtf8(type))
  else res.type('html')
}
