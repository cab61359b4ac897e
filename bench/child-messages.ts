import type { ChildProcess } from 'node:child_process'

/** The next message of a process over IPC; rejects when the process ends without one. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit)
      // The two sides are of one project, so the form is known.
      resolve(message as Message)
    }
    const onExit = (code: number | null) => {
      child.off('message', onMessage)
      reject(new Error(`ended with code ${code}`))
    }
    child.once('message', onMessage)
    child.once('exit', onExit)
  })
}
