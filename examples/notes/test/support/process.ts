import type { ChildProcess } from 'node:child_process'

/** The address in the first line of a process that is ready. */
export async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  const failed = textOf(child.stderr)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      const [, url] = /^notes listening on (http:\S+)$/m.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
    child.once('exit', async () =>
      reject(new Error(`The process has ended: ${said}${await failed}`)),
    )
  })
}

export async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}
