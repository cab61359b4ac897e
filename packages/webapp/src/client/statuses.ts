/** The statuses of HTTP by their first digit. A `number` would not narrow a union of responses. */
interface Statuses {
  '1XX': 100 | 101 | 102 | 103
  '2XX': 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226
  '3XX': 300 | 301 | 302 | 303 | 304 | 305 | 306 | 307 | 308
  '4XX':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414)
    | (415 | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451 | 499)
  '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511
}

/** Every status of HTTP. */
export type KnownStatus = Statuses[keyof Statuses]

/** The statuses that a key of `responses` stands for, beside the other keys. */
export type StatusesOf<Key, All> = Key extends keyof Statuses
  ? Exclude<Statuses[Key], All>
  : Key extends 'default'
    ? Undeclared<All>
    : Key

/** The statuses that no key of `responses` stands for. */
export type UndeclaredStatus<All> = 'default' extends All ? never : Undeclared<All>

type Undeclared<All> = Exclude<KnownStatus, All | Statuses[All & keyof Statuses]>
