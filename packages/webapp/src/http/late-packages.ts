import type accepts from 'accepts'
import type createBusboy from 'busboy'
import type iconv from 'iconv-lite'
import type mime from 'mime-types'
import type pathToRegexpV0 from 'path-to-regexp-v0'
import type typeis from 'type-is'

// Packages that are large, and that a program needs after its start or never. Each is loaded with
// its first use: a program that starts has other things to do.

type Accepts = typeof accepts
type CreateBusboy = typeof createBusboy
type Iconv = typeof iconv
type Mime = typeof mime
type PathToRegexpV0 = typeof pathToRegexpV0
type TypeIs = typeof typeis

export const lateAccepts = late<Accepts>(() => require('accepts'))
export const lateBusboy = late<CreateBusboy>(() => require('busboy'))
export const lateIconv = late<Iconv>(() => require('iconv-lite'))
export const lateMime = late<Mime>(() => require('mime-types'))
export const latePathToRegexpV0 = late<PathToRegexpV0>(() => require('path-to-regexp-v0'))
export const lateTypeIs = late<TypeIs>(() => require('type-is'))

function late<Package>(load: () => Package): () => Package {
  let loaded: Package | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
