/** The few things that the charts need of SVG. Every figure that goes in is one of ours. */
export function svg(
  title: string,
  { width, height }: { width: number; height: number },
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

// Readable on a light page and on a dark one.
const style = `
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.ground { fill: #ffffff }
.title { font-weight: 600; font-size: 13px }
.note { fill: #59636e; font-size: 11px }
.bar { fill: #b6bec8 }
.bar.webapp { fill: #1f6feb }
.bar.express { fill: #d98c54 }
.line { fill: none; stroke-width: 2 }
.dot { fill: #1f6feb }
.axis { stroke: #d1d9e0; stroke-width: 1 }
.base { stroke: #d1d9e0; stroke-width: 1 }
.node { stroke: #8b949e } .webapp { stroke: #1f6feb } .express5 { stroke: #d98c54 } .fastify { stroke: #2a9d6f }
.bar, text { stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .ground { fill: #0d1117 } .note { fill: #9198a1 } .bar { fill: #4b535d }
  .bar.webapp { fill: #4493f8 } .dot { fill: #4493f8 } .webapp { stroke: #4493f8 } .axis { stroke: #3d444d } .base { stroke: #3d444d }
}
`

export interface TextOptions {
  readonly kind?: 'title' | 'note'
  readonly anchor?: 'start' | 'middle' | 'end'
}

export function text(x: number, y: number, content: string, options: TextOptions = {}): string {
  const { kind, anchor = 'start' } = options
  const classes = kind === undefined ? '' : ` class="${kind}"`
  return `<text x="${round(x)}" y="${round(y)}"${classes} text-anchor="${anchor}">${escapeText(content)}</text>`
}

export function bar(x: number, width: number, kind: string): string {
  return `<rect class="bar ${kind}" x="${round(x)}" width="${round(width)}" height="11" rx="2"/>`
}

export type Point = readonly [x: number, y: number]

export function line(points: readonly Point[], kind: string): string {
  const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
  return `<polyline class="${kind}" points="${path}"/>`
}

export function dot([x, y]: Point, kind: string): string {
  return `<circle class="dot ${kind}" cx="${round(x)}" cy="${round(y)}" r="3"/>`
}

export function ruleAcross(y: number, [from, to]: readonly [number, number], kind: string): string {
  return `<path class="${kind}" d="M${round(from)} ${round(y)}H${round(to)}"/>`
}

export function ruleDown(x: number, [from, to]: readonly [number, number], kind: string): string {
  return `<path class="${kind}" d="M${round(x)} ${round(from)}V${round(to)}"/>`
}

/** Parts that are drawn from a place of their own. */
export function group(left: number, top: number, parts: readonly string[]): string {
  return `<g transform="translate(${round(left)} ${round(top)})">\n${parts.join('\n')}\n</g>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
