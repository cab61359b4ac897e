'use strict'
/**
 * Records which members of Express a running program takes, and which file takes them, for prove.ts.
 * Loaded with `--require`. Each new pair is a line of the file that PROVE_RECORD names.
 */
const { appendFileSync } = require('node:fs')
const Module = require('node:module')

const load = Module._load
const watched = new Set()
const seen = new Set()

Module._load = function (request, ...others) {
  const exported = load.call(this, request, ...others)
  if (request === 'express' && typeof exported === 'function') watch(exported)
  return exported
}

function watch(express) {
  if (watched.has(express)) return
  watched.add(express)
  for (const name of ['json', 'urlencoded', 'text', 'raw', 'static', 'Router']) {
    watchMember(express, name, 'express')
  }
  for (const [target, owner] of [
    [express.request, 'req'],
    [express.response, 'res'],
    [express.application, 'app'],
    [Object.getOwnPropertyDescriptor(express, 'Router').get(), 'router'],
    [express.Route.prototype, 'route'],
  ]) {
    for (const name of Object.getOwnPropertyNames(target)) watchMember(target, name, owner)
  }
}

function watchMember(target, name, owner) {
  const member = Object.getOwnPropertyDescriptor(target, name)
  if (!member.configurable || /^(?:constructor|length|name|prototype)$/.test(name)) return
  const isValue = 'value' in member
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: member.enumerable,
    get() {
      record(`${owner}.${name}`)
      return isValue ? member.value : member.get?.call(this)
    },
    set(value) {
      if (member.set) member.set.call(this, value)
      else {
        const own = { value, writable: true, configurable: true, enumerable: true }
        Object.defineProperty(this, name, own)
      }
    },
  })
}

/** The stack: this function, the getter, and the code that takes the member. */
function record(member) {
  const prepare = Error.prepareStackTrace
  Error.prepareStackTrace = (_error, sites) => sites[2]?.getFileName()
  const holder = {}
  Error.captureStackTrace(holder)
  const file = holder.stack
  Error.prepareStackTrace = prepare
  if (typeof file !== 'string' || file.startsWith('node:')) return
  const line = `${member} ${file}\n`
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(process.env.PROVE_RECORD, line)
}
