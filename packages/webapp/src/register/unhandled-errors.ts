import { channel } from 'node:diagnostics_channel'

type FinalHandler = (req: object, res: object, options: object) => (error: unknown) => void

/** The module `finalhandler` of the stand-ins: our engine has a final handler of its own. */
export const finalHandler: FinalHandler = () => () => undefined

/**
 * Elastic APM wraps the package finalhandler of Express, to learn of errors that no handler took.
 * `loaded` is what a stand-in got for that package. If it is a wrapper, it receives these errors.
 */
export function reportUnhandledTo(loaded: FinalHandler): void {
  if (loaded === finalHandler) return
  channel('tracing:webapp.request:error').subscribe((event) => {
    const { req, res, error } = event as { req: object; res: object; error: unknown }
    loaded(req, res, {})(error)
  })
}
