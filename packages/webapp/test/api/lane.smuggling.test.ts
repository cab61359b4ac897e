import { describe, expect, it } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { nodes, type Play, play, starts, takeTurns } from '../support/lane-stage.ts'
import { get, smuggled } from '../support/smuggled.ts'

describe.each(Object.entries(starts))('a request that may be smuggled, %s', (name, start) => {
  const ways: Readonly<Record<string, (bytes: string) => string[]>> = {
    'in one piece': (bytes) => [bytes],
    'behind another request': (bytes) => [get('/later') + bytes],
    'cut in its middle': (bytes) => [
      bytes.slice(0, bytes.length >> 1),
      bytes.slice(bytes.length >> 1),
    ],
  }
  const rows = Object.entries(smuggled).flatMap(([what, bytes]) =>
    Object.entries(ways).map(([way, split]) => [what, way, split(bytes)] as const),
  )
  const suite = Object.keys(starts).indexOf(name)
  it.each(byTurns(rows, suite))('shows what Node shows: %s, %s', async (_what, _way, pieces) => {
    const act: Play = async (stage) => {
      stage.app.all('/any', (req, res) => void res.send(req.method))
      stage.app.get('/hidden', (_req, res) => void res.send('hidden'))
      const client = await stage.known()
      for (const piece of pieces) {
        client.socket.write(piece)
        // Client and server share this process: after these turns the server has responded.
        await takeTurns(30)
      }
      client.socket.end(get('/now', 'Connection: close\r\n'))
      await client.closed
      return `${client.text} ${stage.log.filter((line) => line.endsWith('arrives')).join()}`
    }
    const expected = await play(nodes, act)
    expect((await play(start, act)).seen).toEqual(expected.seen)
  })
})
