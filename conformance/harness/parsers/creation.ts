import type { Express } from '../express.ts'
import { builtIn } from '../middleware.ts'
import type { Probe } from '../probe.ts'
import { probes, type Scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

const odd: Record<string, unknown> = {
  undefined,
  null: null,
  true: true,
  false: false,
  zero: 0,
  one: 1,
  'an empty string': '',
  'a string': 'string',
  'an empty array': [],
  'an array': ['a'],
  'an object': {},
  'a function': () => true,
  'a symbol': Symbol('s'),
}

export function creation(subject: Subject): Scenario[] {
  return probes('is made with', {
    'options of any kind': (express, probe) => {
      for (const [label, value] of Object.entries(odd)) {
        probe.attempt(label, () => make(express, subject, value))
      }
      probe.attempt('nothing', () => builtIn(express)[subject.parser]())
      probe.attempt('frozen', () => make(express, subject, Object.freeze({ limit: 5 })))
      probe.attempt('inherited', () => make(express, subject, Object.create({ limit: 'nonsense' })))
      probe.attempt('new', () => Reflect.construct(builtIn(express)[subject.parser], []))
    },
    ...Object.fromEntries(
      ['inflate', 'type', 'verify'].map((name) => [
        `every kind of ${name}`,
        (express: Express, probe: Probe) => {
          for (const [label, value] of Object.entries(odd)) {
            probe.attempt(label, () => make(express, subject, { [name]: value }))
          }
        },
      ]),
    ),
  })
}
