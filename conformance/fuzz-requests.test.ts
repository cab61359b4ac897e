import { byTurns } from '../tools/gate.ts'
import { testFuzz } from './fuzz/suite.ts'
import type { DialectName } from './harness/dialects.ts'

const cases = 120
const dialects: readonly DialectName[] = ['5.x', '4.x', '3.x']

const promises = {
  'random targets are read alike': { target: 'target', cases },
  'random queries are read alike, or survived': { target: 'query', cases },
  'random cookies are read alike, or survived': { target: 'cookies', cases },
  'random ranges are read alike, or survived': { target: 'ranges', cases },
  'random conditions are read alike, or survived': { target: 'conditions', cases },
  'random media types are read alike': { target: 'types', cases },
  'random preferences are read alike, or survived': { target: 'accepts', cases },
  'random hosts and forwarded headers are read alike, or survived': { target: 'hosts', cases },
  'random requests cost twice as much at twice the length': { target: 'time', cases: 24 },
}

for (const [suite, dialect] of dialects.entries()) {
  testFuzz(dialect, Object.fromEntries(byTurns(Object.entries(promises), suite)))
}
