import type { RenderCallback, Res } from '../http/exchange.ts'

export const render = {
  render(
    this: Res,
    view: string,
    options?: object | RenderCallback | null,
    callback?: RenderCallback,
  ): void {
    const { req } = this
    const given = (typeof options === 'function' ? options : callback) as RenderCallback | undefined
    const locals = (typeof options === 'function' || !options ? {} : options) as {
      _locals?: object
    }
    locals._locals = this.locals
    const send: RenderCallback = (error, html) => {
      if (error) req.next(error)
      else this.send(html)
    }
    req.app.render(view, locals, given ?? send)
  },
}
