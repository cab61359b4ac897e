import { editorLink, type Place, splitPlace } from '../editor.ts'
import { DEV_PATH, type ErrorDescription, type Excerpt, type Frame } from '../settings.ts'
import { STYLE } from './error-style.ts'
import { Html, html } from './html.ts'
import { type ErrorReport, type LayerReport, type RequestReport, shortPath } from './report.ts'

/** Headers of the page. Nothing is loaded from another host, and no inline script runs. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** The page without details, as programs send it in production. */
export const PLAIN_PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>Internal Server Error</pre>
</body>
</html>
`

/** How places are shown: relative to the project, and as links to an editor. */
type Links = Pick<ErrorReport, 'root' | 'editor'>

/** The error page of `webapp dev`. */
export function renderErrorPage(report: ErrorReport): string {
  const { status, title, error, request, layers = [], note, boot } = report
  const script =
    boot === undefined
      ? undefined
      : html`<script src="${DEV_PATH}reload.js" data-boot="${boot}" defer></script>`
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${headline(error)}</title>
<style>${new Html(STYLE)}</style>
${script}
</head>
<body>
<header>
<p class="status"><span>${status}</span> ${title}${request && html` · <code>${request.method} ${request.url}</code>`}</p>
<h1>${error.name}</h1>
<pre class="message">${error.message}</pre>
${note && html`<p class="note">${note}</p>`}
</header>
<main>
${renderStack(error, report, layers.filter(isSource).at(-1))}
${renderCauses(error.cause, report)}
${layers.length > 0 ? renderLayers(layers, report) : undefined}
${request && renderRequest(request)}
</main>
<footer><p>This page is shown by <code>webapp dev</code> only. Started by <code>node</code>, the program sends its usual error response.</p></footer>
</body>
</html>
`.text
}

function headline({ name, message }: ErrorDescription): string {
  return `${name}: ${message.split('\n', 1)[0]}`.slice(0, 200)
}

/** The middleware or handler that the error comes from. */
function isSource({ outcome, handlesErrors, place }: LayerReport): boolean {
  return outcome === 'failed' && !handlesErrors && place !== undefined
}

/**
 * The user's own frames are open, all others are folded behind them. An error of a contract or of a parser has no
 * own frame: then the place of its registration is shown, and the members of the error are open.
 */
function renderStack(error: ErrorDescription, links: Links, source: LayerReport | undefined): Html {
  const own = error.frames.filter((frame) => frame.isOwn)
  const others = error.frames.filter((frame) => !frame.isOwn)
  return html`<section aria-label="Stack">
<h2>Where it happened</h2>
${own.length === 0 ? renderSource(source, links) : undefined}
${own.map((frame, at) => renderFrame(frame, links, at === 0))}
${others.length > 0 ? renderOthers(others, links, own.length === 0 && source === undefined) : undefined}
<details><summary>Stack as text</summary><pre class="plain">${error.stack || '(none)'}</pre></details>
${error.details && html`<details${new Html(own.length === 0 && source !== undefined ? ' open' : '')}><summary>Further members of the error</summary><pre class="plain">${error.details}</pre></details>`}
</section>`
}

function renderSource(source: LayerReport | undefined, links: Links): Html {
  if (source === undefined) {
    return html`<p class="quiet">No frame of the stack is in a file of this project.</p>`
  }
  return html`<p class="frame">The error comes from <code>${source.name}</code>, registered at${renderPlace(source, links)}.</p>`
}

function renderOthers(frames: readonly Frame[], links: Links, isOpen: boolean): Html {
  return html`<details${new Html(isOpen ? ' open' : '')}><summary>${frames.length} ${frames.length === 1 ? 'frame' : 'frames'} in Node and packages</summary>
<ul class="frames">${frames.map((frame) => html`<li>${placeOf(frame, links)}</li>`)}</ul></details>`
}

function renderFrame(frame: Frame, links: Links, isOpen: boolean): Html {
  const { excerpt } = frame
  if (excerpt === undefined) return html`<p class="frame">${placeOf(frame, links)}</p>`
  return html`<details class="frame"${new Html(isOpen ? ' open' : '')}><summary>${placeOf(frame, links)}</summary>
${renderExcerpt(excerpt, frame.line)}</details>`
}

function placeOf(frame: Frame, links: Links): Html {
  const { call, file, line, column } = frame
  const text = `${shortPath(file, links.root)}:${line}:${column}`
  return html`${linkTo(frame, text, links)}${call === '' ? undefined : html` <span class="call">${call}</span>`}`
}

/** A place, as a link that opens it in the editor if the file is one that may be opened. */
function linkTo(place: Place & { readonly canOpen?: boolean }, text: string, links: Links): Html {
  const shown = html`<code class="place" title="${place.file}">${text}</code>`
  if (links.editor === undefined || place.canOpen !== true) return shown
  return html`<a href="${editorLink(links.editor, place)}">${shown}</a>`
}

function renderExcerpt({ firstLine, lines }: Excerpt, failing: number): Html {
  const rows = lines.map((text, at) => {
    const line = firstLine + at
    const mark = line === failing ? new Html(' class="failing" aria-current="true"') : undefined
    return html`<span${mark}><i>${line}</i>${text}\n</span>`
  })
  return html`<pre class="excerpt" tabindex="0">${rows}</pre>`
}

function renderCauses(cause: ErrorDescription | undefined, links: Links): Html | undefined {
  if (cause === undefined) return undefined
  return html`<section aria-label="Cause"><h2>Caused by</h2>
<p><strong>${cause.name}</strong></p><pre class="message">${cause.message}</pre>
${cause.frames.filter((frame) => frame.isOwn).map((frame, at) => renderFrame(frame, links, at === 0))}
<details><summary>Stack as text</summary><pre class="plain">${cause.stack || '(none)'}</pre></details>
${cause.details && html`<details><summary>Further members</summary><pre class="plain">${cause.details}</pre></details>`}
</section>
${renderCauses(cause.cause, links)}`
}

function renderRequest(request: RequestReport): Html {
  return html`<section aria-label="Request"><h2>Request</h2>
<table><tbody>
<tr><th scope="row">Request</th><td><code>${request.method} ${request.url}</code></td></tr>
<tr><th scope="row">Route</th><td>${request.route === undefined ? 'no route matched' : html`<code>${request.route}</code>`}</td></tr>
${renderValue('Params', request.params)}${renderValue('Query', request.query)}${renderValue('Body', request.body)}
</tbody></table>
<details open><summary>Headers</summary><table><tbody>
${request.headers.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`)}
</tbody></table></details>
</section>`
}

function renderValue(name: string, value: string | undefined): Html | undefined {
  if (value === undefined) return undefined
  return html`<tr><th scope="row">${name}</th><td><pre>${value}</pre></td></tr>`
}

const OUTCOMES = { next: 'called next', answered: 'responded', failed: 'failed' } as const

function renderLayers(layers: readonly LayerReport[], links: Links): Html {
  return html`<section aria-label="Handlers"><h2>Middleware and handlers that ran</h2>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Function</th><th scope="col">Where</th><th scope="col">Outcome</th><th scope="col">Time</th></tr></thead><tbody>
${layers.map(
  (
    layer,
  ) => html`<tr class="${layer.outcome ?? 'running'}"><td><code>${layer.name}</code>${layer.handlesErrors ? ' (error handler)' : ''}</td>
<td>${layer.route ?? (layer.mountPath || '')}${renderPlace(layer, links)}</td>
<td>${layer.outcome === undefined ? 'not finished' : OUTCOMES[layer.outcome]}</td><td>${layer.duration === undefined ? '' : `${layer.duration.toFixed(1)} ms`}</td></tr>`,
)}
</tbody></table></div></section>`
}

function renderPlace({ place, canOpen }: LayerReport, links: Links): Html | undefined {
  if (place === undefined) return undefined
  const parts = splitPlace(place)
  const text = shortPath(place, links.root)
  if (parts === undefined) return html` <span class="quiet">${text}</span>`
  return html` ${linkTo({ ...parts, canOpen: canOpen === true }, text, links)}`
}
