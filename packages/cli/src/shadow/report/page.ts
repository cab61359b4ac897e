import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Html, html } from '../../dev/errors/html.ts'
import type { ExampleReport, ReplyReport, Report, RouteReport } from './report.ts'
import { headline } from './table.ts'

/** A page without scripts, in one file. */
export function renderPage(report: Report): string {
  const style = readFileSync(new URL('../../../assets/shadow/report.css', import.meta.url), 'utf8')
  const { program, copy, dialect, node, started, written, requests, sample } = report
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Shadow report: ${basename(program)}</title>
<style>${new Html(style)}</style>
<header>
<h1>${headline(report)}</h1>
<p>${program}${copy === program ? '' : `, compared with ${copy}`}${dialect && `, in the dialect ${dialect}.x`}</p>
<p>${requests.received.toLocaleString('en-US')} requests received, ${sample * 100} % of them sampled,
${requests.dropped.toLocaleString('en-US')} dropped, ${requests.lost.toLocaleString('en-US')} without a response of the copies.
From ${started} to ${written}. Node ${node}.</p>
</header>
<main>
<table>
<thead><tr><th scope="col">Verdict<th scope="col">Compared<th scope="col">Different<th scope="col">Route</thead>
<tbody>${report.routes.map(renderRoute)}</tbody>
</table>
${renderUnseen(report)}
${report.copies.map(renderCopy)}
</main>
</html>
`
  return page.text
}

function renderUnseen({ unseen }: Report): Html {
  if (unseen.length === 0) return html``
  return html`<section><h2>Routes without traffic</h2>
<ul>${unseen.map((name) => html`<li><code>${name}</code>`)}</ul></section>`
}

function renderRoute(route: RouteReport): Html {
  const { verdict, compared, different, examples } = route
  const notes = [
    ...Object.entries(route.declared).map(([row, count]) => `declared: ${row} (${count})`),
    ...route.changing.map((part) => `changes by itself: ${part}`),
    ...(route.firstUnlike === undefined
      ? []
      : [
          `${route.unlikeProgram} times the copies sent another status than the program, ` +
            `such as ${route.firstUnlike.copies} instead of ${route.firstUnlike.program}`,
        ]),
    ...(route.lost > 0
      ? [`${route.lost} without a response of the copies (${route.firstLost})`]
      : []),
  ]
  return html`
<tr class="${verdict}"><td><span class="verdict">${verdict}</span><td>${compared}<td>${different}<td><code>${route.route}</code>
${notes.length === 0 ? '' : html`<ul>${notes.map((note) => html`<li>${note}`)}</ul>`}
${examples.map(renderExample)}`
}

function renderExample(example: ExampleReport, at: number): Html {
  const { request, differences, program, express, webapp } = example
  return html`<details${at === 0 ? new Html(' open') : ''}><summary><code>${request.line}</code></summary>
<dl>${differences.map(
    (each) =>
      html`<dt>${each.place}<dd>Express: <code>${each.express}</code><dd>webapp: <code>${each.webapp}</code>`,
  )}</dl>
<details><summary>Request and responses</summary>
<h3>Request</h3>${renderHeaders(request.headers)}
<div class="sides"><section><h3>Express</h3>${renderReply(express)}</section>
<section><h3>webapp</h3>${renderReply(webapp)}</section>
<section><h3>The program</h3>${renderReply(program)}</section></div>
</details></details>`
}

function renderReply({ failure, status, headers = [], size, body }: ReplyReport): Html {
  if (failure !== undefined) return html`<p>${failure}</p>`
  return html`<p>Status ${status}, ${size} bytes</p>${renderHeaders(headers)}<pre>${body}</pre>`
}

function renderHeaders(headers: readonly (readonly [string, string])[]): Html {
  return html`<pre>${headers.map(([name, value]) => `${name}: ${value}\n`)}</pre>`
}

function renderCopy({ name, ends, lastEnd, wishes }: Report['copies'][number]): Html {
  if (ends === 0 && wishes.length === 0) return html``
  return html`<section><h2>The copy on ${name}</h2>
${ends === 0 ? '' : html`<p>Ended ${ends} times, at last:</p><pre>${lastEnd}</pre>`}
${
  wishes.length === 0
    ? ''
    : html`<p>Wanted to use:</p><ul>${wishes.map(
        ({ kind, target, isRefused }) =>
          html`<li>${kind} <code>${target}</code>${isRefused ? ' (refused)' : ''}`,
      )}</ul>`
}</section>`
}
