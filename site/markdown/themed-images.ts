import type { MarkdownRenderer } from 'vitepress'

const ending = /-light\.(png|webp)$/

/**
 * A picture `error-page-light.png` has a twin `error-page-dark.png`. The page contains both, and the style
 * sheet shows the one of the theme. Elsewhere the Markdown shows the light one.
 */
export function pairThemedImages(md: MarkdownRenderer): void {
  const render = md.renderer.rules.image
  if (render === undefined) throw new Error('Markdown has no rule for images')
  md.renderer.rules.image = (tokens, at, ...rest) => {
    const token = tokens[at]
    const source = token?.attrGet('src') ?? ''
    if (token === undefined || !ending.test(source)) return render(tokens, at, ...rest)
    const one = (theme: string) => {
      token.attrSet('src', source.replace(ending, `-${theme}.$1`))
      token.attrSet('class', `only-${theme}`)
      return render(tokens, at, ...rest)
    }
    return one('light') + one('dark')
  }
}
