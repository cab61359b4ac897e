import { describe, expect, it } from 'vitest'
import { checkSignals, SIGNALS } from '../../../../src/app/closing/shutdown.ts'

/** The signals that `os.constants` has on Windows. */
const windows = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGILL: 4,
  SIGABRT: 22,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
  SIGBREAK: 21,
  SIGWINCH: 28,
}

describe('the signals of a shutdown on Windows', () => {
  it('are the default ones, and those of its consoles', () => {
    expect(checkSignals(SIGNALS, windows)).toBe(SIGNALS)
    expect(checkSignals(['SIGBREAK', 'SIGHUP'], windows)).toEqual(['SIGBREAK', 'SIGHUP'])
  })

  it('are not those of other systems', () => {
    expect(() => checkSignals(['SIGTERM', 'SIGUSR2'], windows)).toThrow(
      "signals must be names such as 'SIGTERM', got 'SIGUSR2'",
    )
  })
})
