import { createResource, For, Suspense } from 'solid-js'
import { HydrationScript } from 'solid-js/web'

export function Page(props) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>News</title>
        <HydrationScript />
      </head>
      <body>
        <h1>News</h1>
        <Suspense fallback={<p>Loading…</p>}>
          <News load={props.load} />
        </Suspense>
      </body>
    </html>
  )
}

function News(props) {
  const [news] = createResource(() => props.load())
  return (
    <ul>
      <For each={news()}>{(title) => <li>{title}</li>}</For>
    </ul>
  )
}
