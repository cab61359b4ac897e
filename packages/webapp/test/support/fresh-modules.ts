import { vi } from 'vitest'
import type * as dialects from './dialects.ts'

/**
 * The package loaded once more, to see how it adapts to what it finds when it is loaded. Files that
 * follow in the same worker do not get these modules.
 */
export async function loadFresh(): Promise<typeof dialects.factories> {
  vi.resetModules()
  try {
    return (await import('./dialects.ts')).factories
  } finally {
    vi.resetModules()
  }
}
