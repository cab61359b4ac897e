import { describe, expect, it, vi } from 'vitest'
import { logger } from '../../../../../src/dialects/v3/middleware/logger.ts'
import { noticesOf } from '../../../../support/notices.ts'
import { serve, setUpServers, tell } from './chain.ts'

setUpServers()

type Options = Extract<Parameters<typeof logger>[0], { stream?: unknown }>

/** The lines that a logger writes for one request. */
async function linesOf(options: Options, headers: Record<string, string> = {}, path = '/a?b') {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const { request } = await serve(
    logger({ stream, ...options }),
    tell(() => 'hi'),
  )
  await request(path, { headers })
  return lines
}

const client = { 'user-agent': 'agent', referer: 'page' }
const DATE = String.raw`\[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d \+0000\]`

describe('logger()', () => {
  it.each<[string | undefined, RegExp]>([
    [undefined, new RegExp(`^\\S+ - - ${DATE} "GET /a\\?b HTTP/1.1" 200 - "page" "agent"\n$`)],
    ['default', new RegExp(`^\\S+ - - ${DATE} "GET /a\\?b HTTP/1.1" 200 - "page" "agent"\n$`)],
    ['short', /^\S+ - GET \/a\?b HTTP\/1.1 200 - - [\d.]+ ms\n$/],
    ['tiny', /^GET \/a\?b 200 - - [\d.]+ ms\n$/],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the colours of the line.
    ['dev', /^\u001b\[0mGET \/a\?b \u001b\[32m200 ?\u001b\[0m ?[\d.]+ ms - -\u001b\[0m\n$/],
    [':method :req[referer] :res[x] :http-version', /^GET page - 1.1\n$/],
  ])('writes the format %j', async (format, expected) => {
    const [line] = await linesOf(format === undefined ? {} : { format }, client)
    expect(line).toMatch(expected)
  })

  it('writes before the answer when immediate', async () => {
    expect(await linesOf({ format: 'tiny', immediate: true })).toEqual(['GET /a?b - - - - ms\n'])
  })

  it('skips what it is told to, and what a function makes nothing of', async () => {
    expect(await linesOf({ skip: () => true })).toEqual([])
    expect(await linesOf({ format: () => null })).toEqual([])
  })

  it('takes a function for its format, alone too', async () => {
    expect(
      await linesOf({ format: (tokens, req, res) => `fn ${tokens.method?.(req, res)}` }),
    ).toEqual(['fn GET\n'])
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    try {
      const { request } = await serve(
        logger((_tokens, req) => `own ${req.url}`),
        tell(() => 'hi'),
      )
      await request('/x')
      expect(write).toHaveBeenCalledWith('own /x\n')
    } finally {
      write.mockRestore()
    }
  })

  // 3.21.2 throws after the answer, out of reach, for a token that nobody defined.
  it('takes tokens and formats by name, and shows unknown tokens as -', async () => {
    expect(logger.token('spec', (_req, _res, argument) => `{"a":"${argument}"}`)).toBe(logger)
    logger.format('spec-line', ':method :spec[x] :no-such-token')
    expect(await linesOf({ format: 'spec-line' })).toEqual(['GET {"a":"x"} -\n'])
  })

  it('collects lines when buffered', async () => {
    let lines: string[] = []
    const notices = await noticesOf(async () => {
      lines = await linesOf({ format: ':method', buffer: 50 })
      expect(lines).toEqual([])
    })
    await expect.poll(() => lines).toEqual(['GET\n'])
    expect(notices).toEqual(['buffer option'])
  })

  it('writes one line for each request, whatever a client sends', async () => {
    const user = 'us\r\n127.0.0.1 - admin "'
    const headers = {
      'user-agent': 'a" 200 "x\u0085',
      authorization: `Basic ${Buffer.from(`${user}:p`).toString('base64')}`,
    }
    const [line = ''] = await linesOf({ format: 'default' }, headers)
    expect(line.trimEnd()).not.toMatch(/[\r\n\u0085]/)
    expect(line.match(/(?<!\\)"/g)).toHaveLength(6) // Request, referrer and agent, in quotes each.
    logger.token('spec-user', () => user)
    expect(await linesOf({ format: ':spec-user' })).toEqual([
      `${String.raw`us\u000d\u000a127.0.0.1 - admin "`}\n`,
    ])
  })

  it('has its tokens and formats as members', () => {
    expect([logger.name, logger.length]).toEqual(['logger', 1])
    expect(Object.keys(logger)).toEqual(
      expect.arrayContaining([
        'compile',
        'default',
        'short',
        'tiny',
        'dev',
        'url',
        'status',
        'req',
        'res',
      ]),
    )
  })
})
