import { deprecate } from '../../errors/deprecation.ts'

/** The arguments of `redirect(url)`, `redirect(status, url)` or the deprecated `(url, status)`. */
export function redirectArguments(args: readonly unknown[]): [status: number, url: string] {
  const [first, second] = args
  if (args.length !== 2) return [302, first as string]
  if (typeof first === 'number') return [first, second as string]
  deprecate('res.redirect(url, status): Use res.redirect(status, url) instead')
  return [second as number, first as string]
}
