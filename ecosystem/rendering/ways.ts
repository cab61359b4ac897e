/** A handler that renders the page with the news. */
export interface Way {
  readonly name: string
  /** The module and its member. */
  readonly from: readonly [file: string, member: string]
  /** Whether it returns a Response, which 5.x alone sends. */
  readonly isReturned?: boolean
  /** Whether it sends the page in parts. */
  readonly isStreamed: boolean
  /** Whether the library stops if the client leaves. */
  readonly isAborted: boolean
  /** What becomes of a page whose slow part fails, after the first part was sent. */
  readonly lateFailure?: 'cut off' | 'in the browser'
}

export const ways: readonly Way[] = [
  {
    name: 'React, renderToReadableStream in a Response',
    from: ['react/respond.jsx', 'showNews'],
    isReturned: true,
    isStreamed: true,
    isAborted: true,
    lateFailure: 'in the browser',
  },
  {
    name: 'React, renderToPipeableStream',
    from: ['react/pipe.jsx', 'showNews'],
    isStreamed: true,
    isAborted: true,
    lateFailure: 'in the browser',
  },
  {
    name: 'Vue, renderToNodeStream',
    from: ['vue/pipe.js', 'showNews'],
    isStreamed: true,
    isAborted: false,
    lateFailure: 'cut off',
  },
  {
    name: 'Vue, pipeToNodeWritable',
    from: ['others/vue.js', 'write'],
    isStreamed: true,
    isAborted: false,
    lateFailure: 'cut off',
  },
  {
    name: 'Vue, renderToWebStream in a Response',
    from: ['others/vue.js', 'respond'],
    isReturned: true,
    isStreamed: true,
    isAborted: false,
    lateFailure: 'cut off',
  },
  {
    name: 'Solid, renderToStream().pipe',
    from: ['solid/pipe.jsx', 'showNews'],
    isStreamed: true,
    isAborted: false,
    lateFailure: 'in the browser',
  },
  {
    name: 'Solid, renderToStream().pipeTo in a Response',
    from: ['solid/respond.jsx', 'showNews'],
    isReturned: true,
    isStreamed: true,
    isAborted: false,
    lateFailure: 'in the browser',
  },
  {
    name: 'Svelte, render',
    from: ['svelte/send.js', 'showNews'],
    isStreamed: false,
    isAborted: false,
  },
  {
    name: 'Svelte, render of a component that awaits',
    from: ['others/svelte.js', 'send'],
    isStreamed: false,
    isAborted: false,
  },
]

export type Dialect = '5.x' | '4.x' | '3.x'

/** The modules that a program takes. */
export const frameworks: Readonly<Record<Dialect, { webapp: string; express: string }>> = {
  '5.x': { webapp: 'webapp', express: 'express5' },
  '4.x': { webapp: 'webapp/v4', express: 'express4' },
  '3.x': { webapp: 'webapp/v3', express: 'express3' },
}

export const dialectsOf = ({ isReturned }: Way): readonly Dialect[] =>
  isReturned ? ['5.x'] : ['5.x', '4.x', '3.x']
