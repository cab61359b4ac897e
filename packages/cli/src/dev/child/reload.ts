import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLocalRequest } from '../local-request.ts'
import { RELOAD_SCRIPT } from '../reload-script.ts'
import { DEV_PATH } from '../settings.ts'

/** Serves the paths of `webapp dev` on the servers of the program. */
export class ReloadPaths {
  readonly #boot: string
  readonly #streams = new Set<ServerResponse>()

  constructor(boot: string) {
    this.#boot = boot
  }

  /** Responds to a request for one of these paths. Returns whether it was one. */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (!req.url?.startsWith(DEV_PATH)) return false
    const path = req.url.slice(DEV_PATH.length).replace(/\?.*$/, '')
    if (!isLocalRequest(req)) refuse(res)
    else if (path === 'reload.js') sendScript(res)
    else if (path === 'events') this.#open(res)
    else {
      res.statusCode = 404
      res.end()
    }
    return true
  }

  /** Makes open pages load again. */
  reload(): void {
    for (const res of this.#streams) sendEvent(res, { reload: true })
  }

  /** Ends the open streams, so that the program can close its servers. */
  close(): void {
    for (const res of this.#streams) res.end()
  }

  #open(res: ServerResponse): void {
    openStream(res)
    sendEvent(res, { boot: this.#boot })
    this.#streams.add(res)
    res.on('close', () => this.#streams.delete(res))
  }
}

/** Refuses a client that may not see what `webapp dev` adds. */
export function refuse(res: ServerResponse): void {
  res.statusCode = 403
  res.end()
}

export function sendScript(res: ServerResponse): void {
  res.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.end(RELOAD_SCRIPT)
}

export function openStream(res: ServerResponse): void {
  // An event may follow the end of a stream that a slow client has not read yet.
  res.on('error', () => undefined)
  res.setHeader('Content-Type', 'text/event-stream')
  res.setHeader('Cache-Control', 'no-store')
  res.write('retry: 300\n\n')
}

export function sendEvent(res: ServerResponse, event: object): void {
  res.write(`data: ${JSON.stringify(event)}\n\n`)
}
