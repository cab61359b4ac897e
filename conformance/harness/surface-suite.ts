import { afterAll, describe, expect, it } from 'vitest'
import { expectSame } from './compare.ts'
import { type DialectName, dialectOf } from './dialects.ts'
import { endHosts } from './host-process.ts'
import { observeSurface } from './observe.ts'

/** Members that ours has and the original has not, by object. */
export type Additions = Readonly<Record<string, readonly string[]>>

/** Express gives these to each request and each application, where they are enumerable, too. */
const ofEach = ['_parsedUrl', 'query', 'handle']

/** One test for each object of the public interface. */
export async function testSurface(name: DialectName, additions: Additions): Promise<void> {
  const dialect = dialectOf(name)
  const expected = await observeSurface(dialect.oracle)
  const actual = await observeSurface(dialect.subject)
  afterAll(endHosts)
  describe(`${name} surface`, () => {
    for (const [part, lines] of Object.entries(expected)) {
      it(part, () => {
        const ours = without(actual[part] ?? [], additions[part]).map((line) => unname(line, lines))
        expectSame(ours.join('\n'), lines.join('\n'), { id: `surface › ${part}`, dialect })
      })
    }
    it('has no additions that a program sees when it lists members', () => {
      const visible = Object.entries(actual).flatMap(([part, lines]) => {
        const hidden = without(additions[part] ?? [], ofEach)
        const seen = lines.filter((line) => / enumerable\b/.test(line))
        return seen
          .map(keyOf)
          .filter((key) => hidden.includes(key))
          .map((key) => `${part}: ${key}`)
      })
      expect(visible).toEqual([])
    })
  })
}

function without(lines: readonly string[], keys: readonly string[] = []): string[] {
  return lines.filter((line) => !keys.includes(keyOf(line)))
}

function keyOf(line: string): string {
  return line.split(':')[0] ?? ''
}

/** A function that has no name in the original may have any. */
function unname(line: string, lines: readonly string[]): string {
  const bare = line.replace(/function [^/]+\//, 'function (none)/')
  return lines.includes(bare) ? bare : line
}
