/** Route parameters of a path that is not known as a literal: any name, read as a string. */
export interface ParamsDictionary {
  [key: string]: string
}

/** Route parameters of an expression: captures by number, and by name where they have one. */
export type ParamsFlatDictionary = ParamsDictionary

/** Any route parameters. */
export type Params = ParamsDictionary

/** Values by name. */
export interface Dictionary<T> {
  [key: string]: T
}
