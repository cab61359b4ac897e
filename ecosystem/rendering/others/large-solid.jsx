import { For } from 'solid-js'
import { renderToStream } from 'solid-js/web'

const parts = Array.from({ length: 400 }, () => '.'.repeat(65536))

function Page() {
  return (
    <main>
      <For each={parts}>{(text) => <p>{text}</p>}</For>
    </main>
  )
}

export const solidPipe = (_req, res) => renderToStream(() => <Page />).pipe(res)
