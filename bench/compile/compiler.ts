import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Program } from './program.ts'

/** What the compiler counted. Two runs of a program have the same counts. */
export interface Counts {
  readonly types: number
  readonly instantiations: number
}

/** The same with the processor time, which differs from run to run. */
export interface Cost extends Counts {
  readonly seconds: number
  readonly megabytes: number
}

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js')

/** Writes a program into a folder, from which its packages resolve. */
export function writeProgram(folder: string, program: Program): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  }
  const files = Object.entries({
    ...program,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
}

/** Compiles a program, and throws what the compiler reports. */
export function compile(folder: string): Cost {
  const { cost, mistakes } = measure(folder)
  if (mistakes.length > 0) throw new Error(`${folder} does not compile:\n${mistakes.join('\n')}`)
  return cost
}

/** Compiles a program, which may have mistakes: lines such as `client.ts(1,1): error TS…`. */
export function measure(folder: string): { cost: Cost; mistakes: readonly string[] } {
  // With several checkers, each counts the types that all of them need.
  const args = [TSC, '-p', folder, '--extendedDiagnostics', '--singleThreaded']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const read = (name: string): number => {
    const [, figure] = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout) ?? []
    if (figure === undefined) throw new Error(`the compiler has not printed ${name}:\n${stdout}`)
    return Number(figure)
  }
  const cost = {
    types: read('Types'),
    instantiations: read('Instantiations'),
    seconds: read('Total time'),
    megabytes: read('Memory used') / 1024,
  }
  return { cost, mistakes: stdout.split('\n').filter((line) => / error TS\d+:/.test(line)) }
}

/** Writes the declarations of the server of a program, and a program of its client alone that uses them. */
export function writeClientOfDeclarations(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly']
  const args = [
    TSC,
    '-p',
    from,
    ...options,
    '--rewriteRelativeImportExtensions',
    '--outDir',
    `${to}/types`,
  ]
  execFileSync(process.execPath, args)
  for (const name of ['package.json', 'tsconfig.json'])
    copyFileSync(join(from, name), join(to, name))
  const client = readFileSync(join(from, 'client.ts'), 'utf8')
  writeFileSync(join(to, 'client.ts'), client.replace('./all.ts', './types/all.js'))
}

/** The version of the compiler. */
export function compilerVersion(): string {
  return execFileSync(process.execPath, [TSC, '--version'], { encoding: 'utf8' }).trim()
}
