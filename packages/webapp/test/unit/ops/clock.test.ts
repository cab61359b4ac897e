import { expect, it, onTestFinished } from 'vitest'
import { type Alarm, addAlarm, clearAlarm, now, setAlarm } from '../../../src/ops/clock.ts'
import { createGate } from '../../fixtures/gate.ts'

/** Alarms that count from one moment, however long the machine pauses the process between two calls. */
function setTogether(): (ms: number, ring: () => void) => Alarm {
  const begin = now()
  return (ms, ring) => {
    const alarm = { ms, due: begin + ms, ring }
    addAlarm(alarm)
    return alarm
  }
}

it('rings alarms of any duration in their order, and no alarm that was cleared', async () => {
  const rung: string[] = []
  const end = createGate()
  const begin = now()
  const set = setTogether()
  set(30, () => rung.push('30'))
  const cleared = set(10, () => rung.push('cleared'))
  set(10, () => rung.push('10'))
  set(50, end.open)
  clearAlarm(cleared)
  clearAlarm(cleared)
  await end.opened
  expect(rung).toEqual(['10', '30'])
  expect(now() - begin).toBeGreaterThanOrEqual(50)
})

it('rings alarms that are due together by the time when they were due', async () => {
  const rung: string[] = []
  const end = createGate()
  const set = setTogether()
  set(20, () => rung.push('20'))
  set(1, () => rung.push('1'))
  set(21, end.open)
  const begin = now()
  while (now() - begin < 50);
  await end.opened
  expect(rung).toEqual(['1', '20'])
})

it('does not ring an alarm that another one clears which is due at the same time', async () => {
  const rung: string[] = []
  const end = createGate()
  setAlarm(10, () => {
    rung.push('first')
    clearAlarm(second)
  })
  const second = setAlarm(10, () => rung.push('second'))
  setAlarm(10, end.open)
  await end.opened
  expect(rung).toEqual(['first'])
})

it('rings the other alarms if one fails', async () => {
  const [failed, end] = [createGate(), createGate()]
  const errors: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.once('uncaughtException', (error) => {
    errors.push(error)
    failed.open()
  })
  onTestFinished(() => {
    for (const listener of listeners) process.on('uncaughtException', listener)
  })
  setAlarm(10, () => {
    throw new Error('of an alarm')
  })
  setAlarm(10, end.open)
  await Promise.all([end.opened, failed.opened])
  expect(errors).toEqual([new Error('of an alarm')])
})

it('waits for times that are longer than those of timers', () => {
  let rang = false
  const alarm = setAlarm(2 ** 40, () => {
    rang = true
  })
  clearAlarm(alarm)
  expect(rang).toBe(false)
})
