import { describe, expect, it } from 'vitest'
import { explain, isPassed, judge } from '../judge.ts'

const about = { file: 'packages/x.js', name: 'x', dialects: ['5.x'] as const, leftOut: {} }
const worked = { ...about, differs: {}, observations: [{ note: 'a' }, { note: 'b' }] }
const declared = { ...worked, differs: { '5.x': 'meant' } }

describe('a package', () => {
  it('passes when it works on both sides and both answer alike', () => {
    expect(passes(worked, worked)).toBe(true)
  })

  it('fails when it does not work on either side, even if both fail alike', () => {
    const failed = { ...worked, failure: 'no answer' }
    expect(passes(failed, failed)).toBe(false)
    expect(passes(worked, failed)).toBe(false)
    expect(passes(failed, worked)).toBe(false)
  })

  it.each([
    ['other', [{ note: 'a' }, { note: 'c' }]],
    ['fewer', [{ note: 'a' }]],
    ['more', [{ note: 'a' }, { note: 'b' }, { note: 'c' }]],
  ])('fails when ours gives %s answers', (_how, observations) => {
    const verdict = judge('5.x', worked, { ...worked, observations })
    expect(verdict && isPassed(verdict)).toBe(false)
    expect(verdict && explain(verdict).join()).toContain('answers differ')
  })

  it('passes with a difference that is declared, and fails when there is none any more', () => {
    expect(passes(declared, { ...declared, observations: [] })).toBe(true)
    expect(passes(declared, declared)).toBe(false)
  })

  it('passes in 3.x with the policy that only our error pages have', () => {
    const page = (...headers: string[]) => {
      return { ...worked, dialects: ['3.x'] as const, observations: [{ status: 404, headers }] }
    }
    const policy = "Content-Security-Policy: default-src 'none'"
    const verdictOf = (...headers: string[]) => judge('3.x', page('A: 1'), page(...headers))
    expect(verdictOf('A: 1', policy)?.difference).toBeUndefined()
    expect(verdictOf('A: 2', policy)?.difference).toContain('A: 2')
  })

  it('is not judged in a dialect that it does not support', () => {
    expect(judge('3.x', worked, worked)).toBeUndefined()
  })

  it('fails in every dialect when its case does not load', () => {
    const broken = { file: 'packages/x.js', failure: 'does not load' }
    expect(judge('3.x', broken, broken)?.name).toBe('x')
    expect(passes(broken, broken)).toBe(false)
  })
})

function passes(...[original, ours]: [Outcome, Outcome]): boolean | undefined {
  const verdict = judge('5.x', original, ours)
  return verdict && isPassed(verdict)
}

type Outcome = Parameters<typeof judge>[1]
