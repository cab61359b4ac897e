import { describe, expect, it } from 'vitest'
import { PageHead } from '../../src/dev/child/page-head.ts'
import { findRefusal } from '../../src/dev/child/page-policy.ts'
import { POLICIES } from './policies.ts'

describe('a Content-Security-Policy', () => {
  it.each(POLICIES)('%j forbids the reload script by %j', (policy, refusal) => {
    const page = { scheme: 'http', host: 'localhost', port: '3000' } as const
    expect(findRefusal([policy], page)).toBe(refusal)
    expect(findRefusal(["default-src 'self'", policy], page)).toBe(refusal)
  })

  it('of a page over HTTPS has other default ports and schemes', () => {
    const page = { scheme: 'https', host: 'a.test', port: '443' } as const
    for (const source of [
      'https:',
      'http:',
      'a.test',
      'https://a.test:443',
      '*.test',
      'http://a.test',
    ]) {
      expect([source, findRefusal([`default-src ${source}`], page)]).toEqual([source, undefined])
    }
    expect(findRefusal(['default-src a.test:8443'], page)).toBe('default-src a.test:8443')
  })
})

describe('the policies in the head of a page', () => {
  const policiesOf = (html: string) => {
    const head = new PageHead()
    head.add(Buffer.from(html))
    return head.policies
  }

  it.each([
    [
      `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`,
      ["script-src 'self'"],
    ],
    [`<META CONTENT=sandbox;img-src HTTP-EQUIV=content-security-policy />`, [';img-src']],
    [
      `<meta\nhttp-equiv='content-security-policy'\ncontent='default-src &quot;&#39;&#x27;&amp;'>`,
      [`default-src "''&`],
    ],
    ['<meta http-equiv="refresh" content="1"><meta charset=utf-8>', []],
    ['<title><meta http-equiv=content-security-policy content=a></title>', []],
    ['</head><meta http-equiv=content-security-policy content=a>', []],
    ['<!-- <meta http-equiv=content-security-policy content=a>', []],
    [
      '<meta http-equiv=content-security-policy content="a" content="b"><meta http-equiv=content-security-policy content=c>',
      ['a', 'c'],
    ],
  ])('%s', (html, policies) => {
    expect(policiesOf(html)).toEqual(policies)
  })

  it('are found in chunks, and in time that grows with the size of the page', () => {
    const head = new PageHead()
    const html = `<meta http-equiv="content-security-policy" content="default-src 'none'">`
    for (const character of html) head.add(Buffer.from(character))
    expect(head.policies).toEqual(["default-src 'none'"])
    for (const part of ['<!--', '<meta ', '<meta a="', '<script>', '<meta a = ']) {
      expect(policiesOf(part.repeat(20_000))).toEqual([])
    }
  })
})
