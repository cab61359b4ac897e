/** Route parameters of a path that is not a literal: any name, with a string value. */
export interface ParamsDictionary {
  [key: string]: string
}

/** Route parameters of a regular expression: captures by number, and named groups by name. */
export type ParamsFlatDictionary = ParamsDictionary

/** Any route parameters. */
export type Params = ParamsDictionary

/** Values by name. */
export interface Dictionary<T> {
  [key: string]: T
}
