import { expect, it } from 'vitest'
import { RecentRequests } from '../../../src/ops/recent-requests.ts'

it('counts all requests in flight, and those of the last seconds', () => {
  const recent = new RecentRequests()
  recent.forgetOld(100_000)
  const old = [recent.enter(), recent.enter(), recent.enter()]
  recent.forgetOld(102_000)
  const young = recent.enter()
  expect([recent.inFlight, recent.count]).toEqual([4, 4])
  recent.leave(old[0] as number)
  expect([recent.inFlight, recent.count]).toEqual([3, 3])
  recent.forgetOld(104_000)
  expect([recent.inFlight, recent.count]).toEqual([3, 1])
  recent.leave(old[1] as number)
  recent.leave(young)
  expect([recent.inFlight, recent.count]).toEqual([1, 0])
  recent.leave(old[2] as number)
  expect([recent.inFlight, recent.count]).toEqual([0, 0])
})

it('never counts wrongly, however the time passes', () => {
  const recent = new RecentRequests()
  const open: number[] = []
  let [time, seed] = [0, 7]
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let turn = 0; turn < 1000; turn++) {
    if (random(3) > 0) open.push(recent.enter())
    else if (open.length > 0) recent.leave(open.splice(random(open.length), 1)[0] as number)
    if (random(10) === 0) {
      time += random(random(10) === 0 ? 20_000 : 900)
      recent.forgetOld(time)
    }
    expect([recent.inFlight, recent.count >= 0 && recent.count <= open.length]).toEqual([
      ...[open.length, true],
    ])
  }
  for (const span of open) recent.leave(span)
  expect([recent.inFlight, recent.count]).toEqual([0, 0])
})
