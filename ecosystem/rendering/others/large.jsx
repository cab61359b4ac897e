import { Suspense } from 'react'
import { renderToPipeableStream, renderToReadableStream } from 'react-dom/server'
import { createSSRApp, h } from 'vue'
import { pipeToNodeWritable, renderToNodeStream, renderToWebStream } from 'vue/server-renderer'

// Pages that are larger than all buffers between a server and a client.
const PARTS = 400
const TEXT = '.'.repeat(65536)
const parts = Array.from({ length: PARTS }, (_, at) => at)

function Part() {
  return <p>{TEXT}</p>
}

function Page() {
  return (
    <main>
      {parts.map((at) => (
        <Suspense key={at}>
          <Part />
        </Suspense>
      ))}
    </main>
  )
}

function createVue() {
  const VuePart = { render: () => h('p', TEXT) }
  return createSSRApp({ render: () => parts.map(() => h(VuePart)) })
}

export const reactPipe = (_req, res) => {
  const { pipe } = renderToPipeableStream(<Page />, { onAllReady: () => pipe(res) })
}

export const reactRespond = async () => {
  const stream = await renderToReadableStream(<Page />)
  await stream.allReady
  return new Response(stream)
}

export const vuePipe = (_req, res) => void renderToNodeStream(createVue()).pipe(res)

export const vueWrite = (_req, res) => pipeToNodeWritable(createVue(), {}, res)

export const vueRespond = () => new Response(renderToWebStream(createVue()))
