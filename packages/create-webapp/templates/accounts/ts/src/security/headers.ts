import helmet from 'helmet'
import type { RequestHandler } from 'webapp'

/** Only scripts, styles and images of this site; no frames, no inline code. */
export function securityHeaders(isProduction: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // A browser remembers it for a long time, so only a deployment with TLS may say it.
    strictTransportSecurity: isProduction ? { maxAge: 31_536_000 } : false,
  })
}
