import { defineRouter } from '../../router/router.ts'
import { compilePattern } from './pattern.ts'

export const Router = defineRouter({
  compilePattern,
  mountBoundaries: '/',
})
