import { it } from 'vitest'
import { restartUnderLoad } from './restarts.ts'

it('restarts its workers at SIGHUP under load, and no request fails', () => restartUnderLoad(1))
