import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { compile, writeProgram } from '../compile/compiler.ts'
import { createProgram } from '../compile/program.ts'
import { styles } from '../compile/styles.ts'

const root = fileURLToPath(
  new URL(`../../node_modules/.cache/compile-large-${process.pid}/`, import.meta.url),
)

function count(routes: number, calls: number): number {
  const folder = `${root}${routes}-${calls}`
  writeProgram(folder, createProgram(styles.webapp, { routes, calls }))
  return compile(folder).instantiations
}

afterAll(() => rmSync(root, { recursive: true, force: true }))

// The compiler reports types that are too deep as errors, and then `compile` throws.
it('compiles a client of 1,000 routes, and each call costs what it costs in a small program', () => {
  const inLarge = (count(1000, 1000) - count(1000, 500)) / 500
  const inSmall = (count(100, 100) - count(100, 50)) / 50
  expect(inLarge).toBeLessThan(inSmall * 1.5)
})
