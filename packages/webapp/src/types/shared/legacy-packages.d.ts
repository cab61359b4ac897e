// Older major versions, installed under an alias. They have the types of the aliased package.

declare module 'accepts-v1' {
  export { default } from 'accepts'
}

declare module 'content-disposition-v0' {
  export default function contentDisposition(filename?: string): string
}

declare module 'content-type-v1' {
  export interface ContentType {
    type: string
    parameters: Record<string, string>
  }
  export function parse(header: string): ContentType
  export function format(type: ContentType): string
}

declare module 'fresh-v0' {
  export { default } from 'fresh'
}

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

declare module 'range-parser-v1' {
  export { default } from 'range-parser'
}

declare module 'type-is-v1' {
  export { default } from 'type-is'
}
