import { type EngineCallback, View, type ViewOptions } from '../../views/view.ts'

/** In 4.x a synchronous engine calls back before `render` returns. */
class V4View extends View {
  // Needed, because programs read `View.length`.
  constructor(name: string, options: ViewOptions) {
    super(name, options)
  }

  override render(options: object, callback: EngineCallback): unknown {
    return this.engine(this.path as string, options, callback)
  }
}

// Programs replace these members on the class in the setting 'view'.
const { lookup, resolve } = View.prototype
Object.assign(V4View.prototype, { lookup, resolve })
Object.defineProperty(V4View, 'name', { value: 'View' })

export { V4View }
