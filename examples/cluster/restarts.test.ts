import { it } from 'vitest'
import { restartUnderLoad } from './restarts.ts'

it('restarts its workers twenty times under load, and no request fails', { timeout: 600_000 }, () =>
  restartUnderLoad(20),
)
