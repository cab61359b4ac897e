import { type EngineCallback, View, type ViewOptions } from '../../views/view.ts'

/** In 4.x an engine that calls back at once does so before `render` returns. */
class V4View extends View {
  // Not useless: people look at the number of its parameters.
  constructor(name: string, options: ViewOptions) {
    super(name, options)
  }

  override render(options: object, callback: EngineCallback): void {
    this.engine(this.path as string, options, callback)
  }
}

// People change and replace these members on the class that they find in the settings.
const { lookup, resolve } = View.prototype
Object.assign(V4View.prototype, { lookup, resolve })
Object.defineProperty(V4View, 'name', { value: 'View' })

export { V4View }
