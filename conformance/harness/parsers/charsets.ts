import { echoBody } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import { keepAlive } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

const charsets = [
  'utf-8',
  'UTF-8',
  'utf8',
  'UTF8',
  '"utf-8"',
  'utf-16',
  'utf-16le',
  'UTF-16BE',
  'utf-16be',
  'utf-32',
  'utf-32le',
  'utf-7',
  'utf-9',
  'utf-',
  'utf',
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'ISO-8859-1',
  'latin1',
  'windows-1252',
  'iso-8859-15',
  'shift_jis',
  'koi8-r',
  'gbk',
  'big5',
  'euc-kr',
  'ucs2',
  'unicode-1-1-utf-8',
  'base64',
  'hex',
  'binary',
  'utf-7-imap',
  'cesu-8',
  'nonsense',
  "''",
  '__proto__',
  'utf-8x',
]

/** Scenarios about the charset named by a request, with bodies that tell charsets apart. */
export function charsetScenarios(subject: Subject, text: string, options?: unknown): Scenario[] {
  const { type } = subject
  const bodies: Record<string, Buffer> = {
    'UTF-8': Buffer.from(text),
    'UTF-8 with a mark': Buffer.from(`\uFEFF${text}`),
    'UTF-8 with two marks': Buffer.from(`\uFEFF\uFEFF${text}`),
    'Latin-1': Buffer.from(text, 'latin1'),
    'UTF-16LE': Buffer.from(text, 'utf16le'),
    'UTF-16LE with a mark': Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16BE': Buffer.from(text, 'utf16le').swap16(),
    'UTF-16BE with a mark': Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    'a mark only': Buffer.from('\uFEFF'),
    'broken UTF-8': Buffer.concat([
      Buffer.from(text),
      Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]),
    ]),
    'an odd count of bytes': Buffer.concat([Buffer.from(text, 'utf16le'), Buffer.from([0x41])]),
    nothing: Buffer.alloc(0),
  }
  return Object.entries(bodies).map(([label, body]) =>
    scenario(
      `of ${label} in every charset`,
      (express, probe) => echoBody(express, probe, make(express, subject, options)),
      [
        keepAlive([
          sent(body, { type }),
          ...charsets.map((name) => sent(body, { type: `${type}; charset=${name}` })),
        ]),
      ],
    ),
  )
}
