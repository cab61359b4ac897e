import { Suspense, use } from 'react'

export function Page({ news }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>News</title>
      </head>
      <body>
        <h1>News</h1>
        <Suspense fallback={<p>Loading…</p>}>
          <News promise={news} />
        </Suspense>
      </body>
    </html>
  )
}

function News({ promise }) {
  const titles = use(promise)
  return (
    <ul>
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  )
}
