import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import express, { Router } from 'express'

const require = createRequire(import.meta.url)

assert.ok(express === require('webapp') && Router === express.Router)
assert.ok(express === require('express'), 'import and require of express give one instance')
