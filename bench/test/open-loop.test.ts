import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { OpenLoop, type OpenLoopClient, percentile, scheduleArrivals } from '../load/open-loop.js'
import { OpenLoad } from '../load.ts'

const bytes = Buffer.from('request')

/** A connection whose server responds when the test says so. */
class FakeClient implements OpenLoopClient {
  onAnswer: (status: number | undefined) => void = () => {}
  asked = 0

  ask(): void {
    this.asked++
  }
}

function createLoop(schedule: number[], connections: number, leadIn = 0) {
  const clients = Array.from({ length: connections }, () => new FakeClient())
  const time = { now: 1000 }
  const loop = new OpenLoop({ schedule, clients, bytes, clock: () => time.now, leadIn })
  const at = (offset: number, act: () => void) => {
    time.now = 1000 + offset
    act()
    loop.sendDue()
  }
  return { loop, clients, at }
}

it('schedules arrivals in order, at the mean rate, and the same each time', () => {
  const schedule = scheduleArrivals({ rate: 5000, seconds: 2 })
  expect(schedule).toEqual([...schedule].sort((a, b) => a - b))
  expect(schedule).toEqual(scheduleArrivals({ rate: 5000, seconds: 2 }))
  expect(schedule.length).toBeGreaterThan(9700)
  expect(schedule.length).toBeLessThan(10_300)
  expect(schedule.at(-1)).toBeLessThan(2000)
})

it('schedules independent arrivals, so that connections do not fall into step', () => {
  const schedule = scheduleArrivals({ rate: 1000, seconds: 10 })
  const gaps = schedule.slice(1).map((time, index) => time - (schedule[index] ?? 0))
  // Of exponential gaps, 63 % are shorter than the mean.
  const short = gaps.filter((gap) => gap < 1).length / gaps.length
  expect(short).toBeGreaterThan(0.6)
  expect(short).toBeLessThan(0.66)
})

it('sends on another connection while earlier requests wait for their responses', () => {
  const { loop, clients, at } = createLoop([0, 1, 2], 2)
  const [first, second] = clients
  at(0, () => {})
  at(1, () => {})
  expect([first?.asked, second?.asked]).toEqual([1, 1])
  at(5, () => second?.onAnswer(200))
  expect(second?.asked).toBe(2)
  expect(loop.latencies).toEqual([4])
})

it('counts from the intended time if a stall keeps all connections busy', () => {
  const { loop, clients, at } = createLoop([0, 10, 20, 30], 1)
  const [only] = clients
  at(0, () => {})
  at(10, () => {})
  at(20, () => {})
  at(100, () => only?.onAnswer(200))
  at(101, () => only?.onAnswer(200))
  at(102, () => only?.onAnswer(200))
  at(103, () => only?.onAnswer(200))
  expect(loop.latencies).toEqual([100, 91, 82, 73])
  expect(loop.isDone).toBe(true)
  expect(loop.statuses).toEqual({ 200: 4 })
  // The load was not late: there was no connection on which to send.
  expect(loop.lags).toEqual([0])
})

it('says how late it is itself', () => {
  const { loop, at } = createLoop([0, 10], 2)
  at(3, () => {})
  at(17, () => {})
  expect(loop.lags).toEqual([3, 7])
})

it('counts a request without a response as if that came at the end', () => {
  const { loop, at } = createLoop([0, 10], 1)
  at(0, () => {})
  at(50, () => expect(loop.giveUp()).toBe(2))
  expect(loop.latencies.sort((a, b) => a - b)).toEqual([40, 50])
  expect(loop.isDone).toBe(true)
})

it('leaves out the lead-in, and counts a closed connection as an error', () => {
  const { loop, clients, at } = createLoop([0, 10], 2, 5)
  const [first, second] = clients
  at(0, () => {})
  at(1, () => first?.onAnswer(200))
  at(10, () => {})
  at(12, () => second?.onAnswer(undefined))
  expect(loop.latencies).toEqual([])
  expect(loop.errors).toBe(1)
})

it('takes percentiles that a value reaches', () => {
  const values = Array.from({ length: 1000 }, (_, index) => index + 1)
  expect(percentile(values, 0.5)).toBe(500)
  expect(percentile(values, 0.999)).toBe(999)
  expect(percentile([], 0.5)).toBe(0)
})

it('sees the stall of a real server in full', async () => {
  const STALL = 300
  let count = 0
  const server = createServer((_req, res) => {
    count++
    // The server is in this thread, and stands still with it; the load is another process.
    if (count === 200) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL)
    res.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const load = new OpenLoad()
  const report = await load.run({
    origin: `http://127.0.0.1:${port}`,
    request: { method: 'GET', path: '/' },
    rate: 500,
    seconds: 1,
    connections: 16,
  })
  load.stop()
  server.close().closeAllConnections()
  expect(report).toMatchObject({ errors: 0, statuses: { 200: expect.any(Number) } })
  // 150 of about 500 requests are due while the server stands still. A closed loop would see the 16
  // that were on their way; here the last percentile is one of those that waited longest.
  expect(report.p99).toBeGreaterThan(STALL * 0.8)
})
