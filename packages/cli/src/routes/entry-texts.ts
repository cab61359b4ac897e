import type { Place, RouteEntry } from './model.ts'

export function describe({ methods, paths }: RouteEntry, base: string): string {
  return `${methods.join(', ')} ${paths.map((path) => join(base, path)).join(', ')}`.trim()
}

export function join(base: string, path: string): string {
  if (path === '/' || path === '') return base || '/'
  return base === '/' ? path : `${base}${path}`
}

export function show(place: Place | undefined): string {
  return place === undefined ? 'an unknown place' : `${place.file}:${place.line}:${place.column}`
}
