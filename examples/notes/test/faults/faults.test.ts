import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountSmall } from '../../../../tools/mount-small.ts'
import { findProgram, type Program } from '../../../../tools/program.ts'
import { missingPrograms, type RealParts, startRealParts } from '../real-parts.ts'
import type { Client } from './client.ts'
import { describe as describeFailures, Load, type LoadReport } from './load.ts'
import { describeRun, heading } from './report.ts'
import { replaceAll } from './rolling.ts'
import { isReady, type Service, startService } from './service.ts'

const missing = missingPrograms()
const disk = missing ? undefined : mountSmall('4m')
const rows: string[] = []
const noDisk = disk ? '' : ' (skipped: no small file system can be mounted here)'
const noCurl = findProgram('curl') ? '' : ' (skipped: not installed: curl)'

/** All failures of a run are of these kinds. The expectation shows the first body of the others. */
function expectOnly(report: LoadReport, allowed: RegExp): void {
  const others = [...report.failures].filter(([label]) => !allowed.test(label))
  expect(describeFailures(new Map(others))).toBe('')
}

describe.skipIf(missing)(`four processes under load ${missing && `(${missing})`}`, () => {
  let parts: RealParts
  let service: Service

  beforeAll(async () => {
    parts = await startRealParts()
    service = await startService(parts, {
      processes: 4,
      ...(disk ? { uploads: disk.folder } : {}),
    })
  })

  afterAll(async () => {
    await service?.release()
    await parts?.release()
    disk?.release()
    console.log([heading, ...rows].join('\n'))
  })

  /** Ends the load. Each acknowledged note must be there, and each session must still be valid. */
  async function conclude(title: string, load: Load): Promise<LoadReport> {
    const report = await load.stop()
    rows.push(describeRun(title, report))
    expect(report.acknowledged.length).toBeGreaterThan(20)
    for (const { id, title, owner } of report.acknowledged) {
      const { status, body } = await owner.get(`/api/v1/notes/${id}`)
      expect(status, body).toBe(200)
      expect(JSON.parse(body).title).toBe(title)
    }
    for (const client of load.clients) {
      expect(await client.get('/api/v1/session')).toMatchObject({ status: 200 })
      client.close()
    }
    return report
  }

  const everyone = () => [...service.processes.keys()]
  const allReady = () => Promise.all(everyone().map(isReady))
  const ready = () => expect.poll(allReady).toEqual(everyone().map(() => true))

  it.skipIf(noCurl)(`replaces them one by one: no request fails${noCurl}`, async () => {
    const before = [...service.processes.values()].map((process) => process.pid)
    const load = await Load.start(service.port, 'replaced')
    await load.more('POST note 201', 20)
    const said = await replaceAll(service, load, parts.folder)
    await load.nextResponses()
    expect(said.match(/^replaced the process/gm)).toHaveLength(4)
    const after = [...service.processes.values()].map((process) => process.pid)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    const report = await conclude('processes replaced one by one', load)
    expectOnly(report, /^$/)
    expectEndings(report, /^(socket 10(01|12)|events end)$/)
    // People were thrown out of their sockets and streams by each process, and came back.
    expect(load.count('socket open')).toBeGreaterThan(3)
  })

  it('survives that one is killed: only what it was doing fails', async () => {
    const [victim] = service.processes.values() as unknown as [Program]
    const load = await Load.start(service.port, 'killed')
    await load.more('POST note 201', 20)
    expect(await victim.stop('SIGKILL')).toBe('SIGKILL')
    await load.nextResponses()
    await load.more('POST note 201', 40)
    await victim.start() // As systemd, compose and Kubernetes do.
    await load.nextResponses()
    const report = await conclude('one process killed', load)
    // nginx sends a GET to another process, and does not repeat a POST. A response that had begun
    // ends in the middle, whatever the method.
    const interrupted = /^(POST \w+ 503 unavailable\.application|(GET|POST) \w+ ECONNRESET)$/
    expectOnly(report, interrupted)
    const labels = [...report.failures.keys()]
    const count = labels.reduce((sum, label) => sum + load.count(label), 0)
    expect(count).toBeLessThanOrEqual(2 * load.clients.length + 1) // one of each loop of a client
    expectEndings(report, /^(socket 1006|events (end|ECONNRESET|aborted))$/)
  })

  it('says 503 while Redis is away, and knows everybody when it is back', async () => {
    const load = await Load.start(service.port, 'redis')
    await load.more('POST note 201', 20)
    await parts.redis.stop()
    await load.more('GET session 503 unavailable.redis', 5)
    await load.more('POST note 503 unavailable.redis', 5)
    await parts.redis.start()
    await load.more('POST note 201', 20)
    await load.more('GET session 200', 20)
    await ready()
    await load.nextResponses()
    const report = await conclude('Redis stopped and started', load)
    expectOnly(report, / 503 (unavailable\.redis|page|text)$/)
  })

  it.each([
    ['SIGINT', 'PostgreSQL restarted'],
    ['SIGQUIT', 'PostgreSQL crashed'],
  ] as const)('loses no acknowledged note at %s of PostgreSQL', async (signal, title) => {
    const load = await Load.start(service.port, signal.toLowerCase())
    await load.more('POST note 201', 20)
    await parts.postgres.stop(signal)
    await load.more('POST note 503 unavailable.database', 5)
    await load.more('GET session 503 unavailable.database', 5)
    await parts.postgres.start()
    await load.more('POST note 201', 20)
    await load.more('GET session 200', 20)
    await ready()
    await load.nextResponses()
    const report = await conclude(title, load)
    expectOnly(report, / 503 (unavailable\.database|page|text)$/)
  })

  it.skipIf(noDisk)(
    `says 507 while the disk is full, and stores files later${noDisk}`,
    async () => {
      const folder = disk?.folder ?? ''
      const load = await Load.start(service.port, 'disk')
      const [person] = load.clients as [Client]
      const note = load.acknowledged.find(({ owner }) => owner === person)?.id ?? ''
      const content = Buffer.alloc(500_000, 'a line of some attachment\n')
      const stored: string[] = []
      let last = await upload(person, note, content)
      for (let count = 0; last.status === 201 && count < 20; count++) {
        stored.push(JSON.parse(last.body).attachments[0].id)
        last = await upload(person, note, content)
      }
      expect(last).toMatchObject({ status: 507, body: expect.stringContaining('storage.full') })
      expect(stored.length).toBeGreaterThan(3)
      // Others go on while the disk is full, and no half of a file takes space.
      await load.nextResponses()
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      expect(files.filter((file) => file.isFile()).map((file) => file.name)).toEqual(
        expect.arrayContaining(stored),
      )
      expect(files.filter((file) => file.isFile())).toHaveLength(stored.length)

      const path = (id: string) => `/api/v1/notes/${note}/attachments/${id}`
      const removed = stored.shift() ?? ''
      expect(await person.send(path(removed), { method: 'DELETE' })).toMatchObject({ status: 204 })
      const again = await upload(person, note, content)
      expect(again, again.body).toMatchObject({ status: 201 })
      stored.push(JSON.parse(again.body).attachments[0].id)
      for (const id of stored) {
        const { status, body } = await person.get(path(id))
        expect(status).toBe(200)
        expect(body === content.toString()).toBe(true)
      }
      expectOnly(await conclude('the disk of uploads full', load), /^$/)
    },
  )
})

function upload(person: Client, note: string, content: Buffer) {
  const boundary = 'boundary-of-a-test'
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n` +
    'Content-Type: text/plain\r\n\r\n'
  return person.send(`/api/v1/notes/${note}/attachments`, {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

function expectEndings(report: LoadReport, allowed: RegExp): void {
  expect([...report.endings.keys()].filter((ending) => !allowed.test(ending))).toEqual([])
}
