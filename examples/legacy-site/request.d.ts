import type { Plant } from './herbarium.js'

declare global {
  namespace Express {
    interface Request {
      /** Keeps a message for the next page; flash.js */
      flash(kind: 'notice' | 'error', text: string): void
      /** What `:plant` in the path stands for. */
      plant: Plant
    }
  }
}
