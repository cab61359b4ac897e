import type { Scenario } from '../scenario.ts'
import { codings } from './codings.ts'
import { company } from './company.ts'
import { creation } from './creation.ts'
import { framing } from './framing.ts'
import { interruptions } from './interruptions.ts'
import { limits } from './limits.ts'
import { strangers } from './strangers.ts'
import type { Subject } from './subject.ts'
import { types } from './types.ts'
import { verification } from './verification.ts'

/** What is true of every parser: reading, limits, codings, checks, and its place in a chain. */
export function parserScenarios(subject: Subject): Scenario[] {
  return [
    ...creation(subject),
    ...limits(subject),
    ...types(subject),
    ...codings(subject),
    ...verification(subject),
    ...framing(subject),
    ...company(subject),
    ...interruptions(subject),
    ...strangers(subject),
  ]
}
