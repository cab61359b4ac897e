import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { identify, type Lockfile, runtimeClosure } from './support/lockfile.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const lockfile = JSON.parse(read('../../../../package-lock.json')) as Lockfile
const installed = runtimeClosure(lockfile, 'packages/webapp')

describe('S1 packages that the install adds', () => {
  it('match runtime-dependencies.txt; a change there is a decision', () => {
    const listed = read('./runtime-dependencies.txt').trimEnd().split('\n')
    const names = installed.map((place) => identify(lockfile, place))
    expect([...new Set(names)].sort()).toEqual(listed)
  })

  it('run no install script', () => {
    const scripted = installed.filter((place) => lockfile.packages[place]?.hasInstallScript)
    expect(scripted).toEqual([])
  })

  it('do not include Express or its parts', () => {
    const names = installed.map((place) => identify(lockfile, place).replace(/@[^@]*$/, ''))
    const followed = ['express', 'connect', 'router', 'finalhandler', 'body-parser', 'send']
    expect(names.filter((name) => followed.includes(name))).toEqual([])
  })
})
