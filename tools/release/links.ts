import type { Manifest } from './settings.ts'

/** The fields of package.json that lead to the repository: npm shows them on the page of a package. */
export interface Links {
  readonly repository: { readonly type: string; readonly url: string; readonly directory: string }
  readonly homepage: string
  readonly bugs: { readonly url: string }
}

/** The address of a repository in a browser, from a URL that may be one for git. */
export function pageOf(repository: string): string {
  return repository.replace(/^git\+/, '').replace(/\.git$/, '')
}

/** The links of a package in a folder of the repository. */
export function linksOf(repository: string, folder: string): Links {
  const page = pageOf(repository)
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory: folder },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  }
}

/** The links of a packed manifest that do not lead where the release belongs. */
export function checkLinks(manifest: Manifest, links: Links | undefined): string[] {
  if (links === undefined) return []
  return Object.entries(links)
    .filter(([field, link]) => JSON.stringify(manifest[field]) !== JSON.stringify(link))
    .map(([field, link]) => `package.json has not "${field}": ${JSON.stringify(link)}.`)
}
