import { relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deprecate } from '../../../src/errors/deprecation.ts'

describe('deprecate(message)', () => {
  const written: string[] = []
  const { NO_DEPRECATION, TRACE_DEPRECATION } = process.env

  beforeEach(() => {
    written.length = 0
    delete process.env.NO_DEPRECATION
    delete process.env.TRACE_DEPRECATION
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
  })

  afterEach(() => {
    vi.restoreAllMocks()
    restore('NO_DEPRECATION', NO_DEPRECATION)
    restore('TRACE_DEPRECATION', TRACE_DEPRECATION)
  })

  it('writes the message and the place of the call', () => {
    deprecate('the old way')
    expect(written).toHaveLength(1)
    expect(written[0]).toMatch(
      / GMT webapp deprecated the old way at .*deprecation\.test\.ts:\d+:\d+\n$/,
    )
  })

  it('names the place from the folder that the program was started in', () => {
    const folder = vi.spyOn(process, 'cwd').mockReturnValue(__dirname)
    deprecate('from the folder')
    folder.mockRestore()
    const place = relative(process.cwd(), __filename)
    expect(written[0]?.replace(/:\d+:\d+\n$/, '')).toMatch(` from the folder at ${place}`)
  })

  it('is coloured on a terminal, without the time', () => {
    const { isTTY } = process.stderr
    process.stderr.isTTY = true
    deprecate('on a terminal')
    process.stderr.isTTY = isTTY
    expect(written[0]).toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours start with one.
      /^\x1b\[36;1mwebapp\x1b\S+ \x1b\[33;1mdeprecated\x1b\S+ on a terminal \x1b\[36m\S+:\d+:\d+\x1b/,
    )
  })

  it('writes the message alone if the program formats stacks as something else', () => {
    const { prepareStackTrace } = Error
    Error.prepareStackTrace = (_error, frames) => frames
    deprecate('without a stack')
    Error.prepareStackTrace = prepareStackTrace
    expect(written[0]).toMatch(/ GMT webapp deprecated without a stack\n$/)
  })

  it('writes once for each place', () => {
    for (let n = 0; n < 3; n++) deprecate('in a loop')
    deprecate('in a loop')
    expect(written).toHaveLength(2)
  })

  it.each(['*', 'webapp', 'other,webapp', 'other webapp', 'express', 'body-parser,express'])(
    'is silenced by %j',
    (list) => {
      process.env.NO_DEPRECATION = list
      deprecate(`silenced by ${list}`)
      expect(written).toEqual([])
    },
  )

  it('is not silenced for others', () => {
    process.env.NO_DEPRECATION = 'other'
    deprecate('not silenced')
    expect(written).toHaveLength(1)
  })

  it('adds the stack when it is traced', () => {
    process.env.TRACE_DEPRECATION = 'webapp'
    deprecate('traced')
    expect(written[0]).toMatch(/deprecated traced\n\s+at .*deprecation\.test\.ts:\d+:\d+\)?\n/)
  })

  it('tells listeners of the process instead, even when silenced', () => {
    process.env.NO_DEPRECATION = '*'
    const notices: Error[] = []
    const listener = (notice: Error) => notices.push(notice)
    process.on('deprecation' as never, listener as never)
    deprecate('listened to')
    process.off('deprecation', listener)
    expect(written).toEqual([])
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({
      name: 'DeprecationError',
      namespace: 'webapp',
      message: 'listened to',
    })
    expect(Object.keys(notices[0] ?? {})).toEqual([])
    expect(notices[0]?.stack).toMatch(
      /^DeprecationError: webapp deprecated listened to\n\s+at .*deprecation\.test\.ts:/,
    )
  })
})

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}
