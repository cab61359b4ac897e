import { webapp } from './dialects/v3/factory.ts'

export = webapp
