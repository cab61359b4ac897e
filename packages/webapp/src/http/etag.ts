import etag from 'etag'

/** Makes an entity tag of a whole body. */
export type EtagFunction = (
  body: string | Buffer,
  encoding?: BufferEncoding | undefined,
) => string | undefined

export const weakEtag: EtagFunction = createEtagFunction({ weak: true })
export const strongEtag: EtagFunction = createEtagFunction({ weak: false })

function createEtagFunction(options: { weak: boolean }): EtagFunction {
  return function generateETag(body, encoding) {
    return etag(Buffer.isBuffer(body) ? body : Buffer.from(body, encoding), options)
  }
}
