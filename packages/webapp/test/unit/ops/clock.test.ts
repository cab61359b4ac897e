import { expect, it, onTestFinished } from 'vitest'
import { clearAlarm, now, setAlarm } from '../../../src/ops/clock.ts'
import { createGate } from '../../fixtures/gate.ts'

it('rings alarms of any duration in their order, and no alarm that was cleared', async () => {
  const rung: string[] = []
  const end = createGate()
  const begin = now()
  setAlarm(30, () => rung.push('30'))
  const cleared = setAlarm(10, () => rung.push('cleared'))
  setAlarm(10, () => rung.push('10'))
  setAlarm(50, end.open)
  clearAlarm(cleared)
  clearAlarm(cleared)
  await end.opened
  expect(rung).toEqual(['10', '30'])
  expect(now() - begin).toBeGreaterThanOrEqual(50)
})

it('rings alarms that are due together by the time when they were due', async () => {
  const rung: string[] = []
  const end = createGate()
  setAlarm(20, () => rung.push('20'))
  setAlarm(1, () => rung.push('1'))
  setAlarm(21, end.open)
  const begin = now()
  while (now() - begin < 50);
  await end.opened
  expect(rung).toEqual(['1', '20'])
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
