import { afterEach, expect, it, vi } from 'vitest'
import { watchHandlers } from '../../../../src/app/hints/unanswered.ts'
import { type HandlerCall, handlerWatch } from '../../../../src/router/handler-watch.ts'
import * as timers from '../../../../src/runtime/timers.ts'

afterEach(() => {
  handlerWatch.run = undefined
  vi.restoreAllMocks()
})

it('has one timer, also if a request that waited went on', () => {
  const ticks: unknown[] = []
  vi.spyOn(timers, 'setTimeout').mockImplementation(((tick: unknown) => {
    ticks.push(tick)
    return { unref() {} }
  }) as never)
  watchHandlers()
  const goOn = wait()
  goOn()
  wait()
  expect(ticks).toHaveLength(1)
})

/** Calls a handler that returns a value without a response. Returns its `next`. */
function wait(): () => void {
  let goOn: () => void = () => {}
  const call = {
    handle() {},
    req: { method: 'GET', url: '/', app: { settings: { env: 'development' } } },
    res: {},
    next() {},
    isCaught: false,
  } as unknown as HandlerCall
  handlerWatch.run?.(call, (next) => {
    goOn = next
    return 1
  })
  return goOn
}
