import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanAddress } from '../output/site-files.ts'
import { listFiles } from '../pages/pages.ts'
import { places } from '../places.ts'

export interface BuiltPage {
  readonly address: string
  readonly html: string
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
}

/** What the build wrote, without the page for missing addresses. */
export const builtPages: readonly BuiltPage[] = listFiles(places.built, '.html')
  .filter((path) => path !== '404.html')
  .map((path) => {
    const html = readFileSync(join(places.built, path), 'utf8')
    return {
      address: cleanAddress(`/${path}`),
      html,
      ids: new Set(attributes(html, 'id')),
      links: attributes(html, 'href'),
    }
  })

export interface Member {
  readonly name: string
  readonly page: string
  readonly id: string
  readonly dialects: readonly string[]
}

const section =
  /<div class="dialect-section" data-dialects="([^"]*)">\s*<h[2-4] id="([^"]*)"[^>]*>(.*?)<a class="header-anchor"/gs

/** The members of the reference: the sections that say which dialects have them. */
export const members: readonly Member[] = builtPages
  .filter(({ address }) => address.startsWith('/reference/'))
  .flatMap(({ address, html }) =>
    [...html.matchAll(section)].map(([, dialects = '', id = '', heading = '']) => ({
      name: nameIn(toText(heading)),
      page: address,
      id: decodeEntities(id),
      dialects: dialects.split(' '),
    })),
  )

/** `res.send` for `res.send(body)`. */
function nameIn(heading: string): string {
  return heading.split('(')[0]?.trim() ?? heading
}

export function toText(html: string): string {
  return decodeEntities(html.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    decodeEntities(value),
  )
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('\u200b', '')
    .replaceAll('&ZeroWidthSpace;', '')
}
