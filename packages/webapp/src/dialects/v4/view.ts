import { type EngineCallback, View } from '../../views/view.ts'

/** In 4.x an engine that calls back at once does so before `render` returns. */
export class V4View extends View {
  override render(options: object, callback: EngineCallback): void {
    this.engine(this.path as string, options, callback)
  }
}

Object.defineProperty(V4View, 'name', { value: 'View' })
