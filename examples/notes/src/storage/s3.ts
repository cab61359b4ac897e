import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import { HttpError, unavailable } from '../errors.ts'
import { openDisk } from './disk.ts'
import type { Storage } from './storage.ts'

const PATIENCE_MS = 30_000

interface Content {
  readonly size: number
  readonly stream: Readable
}

/**
 * Objects in a bucket of an S3-compatible store. S3 wants to know the size first, so an upload waits
 * in a local folder until it is complete.
 */
export function openS3(config: S3Config, folder: string): Storage {
  const waiting = join(folder, 'waiting')
  const disk = openDisk(waiting)
  return {
    async put(key, content) {
      await mkdir(waiting, { recursive: true })
      const size = await disk.put(key, content)
      const file = await disk.get(key)
      try {
        if (!('path' in file)) throw new TypeError('The local storage has no path')
        const { size: length } = await stat(file.path)
        const stream = createReadStream(file.path)
        const response = await send(config, 'PUT', key, { size: length, stream })
        await finish(response)
        return size
      } finally {
        await disk.remove(key)
      }
    },
    async get(key) {
      return { stream: await send(config, 'GET', key) }
    },
    async remove(key) {
      await finish(await send(config, 'DELETE', key))
    },
  }
}

/** Sends a signed request. A response that is no success is 503. */
async function send(
  config: S3Config,
  method: string,
  key: string,
  content?: Content,
): Promise<IncomingMessage> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = config
  const url = new URL(`${bucket}/${key}`, endpoint.endsWith('/') ? endpoint : `${endpoint}/`)
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    headers: { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
  })
  const { headers } = await signer.sign()
  if (content !== undefined) headers.set('Content-Length', String(content.size))
  try {
    const response = await exchange(url, method, Object.fromEntries(headers), content?.stream)
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    await finish(response)
    throw new Error(`${method} ${url.pathname}: the storage responded with ${statusCode}`)
  } catch (error) {
    throw error instanceof HttpError ? error : unavailable('storage', error)
  }
}

async function exchange(
  url: URL,
  method: string,
  headers: Record<string, string>,
  content: Readable | undefined,
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { method, headers })
  request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('The storage does not respond')))
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  if (content === undefined) request.end()
  else await Promise.race([pipeline(content, request), response])
  return response
}

/** Reads the rest of a response, so that its connection is free. */
async function finish(response: IncomingMessage): Promise<void> {
  for await (const _ of response);
}
