// An older major under another name.

declare module 'path-to-regexp-v0' {
  export interface Key {
    name: string | number
    optional: boolean
    offset: number
  }
  export interface Options {
    sensitive?: boolean
    strict?: boolean
    end?: boolean
  }
  export default function pathToRegexp(path: unknown, keys: Key[], options?: Options): RegExp
}
