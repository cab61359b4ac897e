import type { RecorderSettings } from '../protocol.ts'
import { Link } from './link.ts'
import { Recorder } from './recorder.ts'

/** Records requests while the process that compares is there. */
export function observe(settings: RecorderSettings): void {
  const recorder = new Recorder(settings)
  const link = new Link(
    settings.socket,
    () => recorder.start(link),
    () => recorder.stop(),
  )
}
