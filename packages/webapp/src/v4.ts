import { webapp } from './dialects/v4/factory.ts'

export = webapp
