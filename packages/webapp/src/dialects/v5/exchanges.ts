import type { ExchangePolicy } from '../../app/dialect.ts'
import { htmlPage } from '../../errors/final-handler.ts'
import { settingsOf } from '../../members/settings.ts'

export const exchanges: ExchangePolicy = {
  locals: { create: () => Object.create(null), isOwn: (locals) => typeof locals !== 'function' },
  errorPage: htmlPage,
  envOf: (app) => settingsOf(app).env,
  logError: (error) => console.error(error),
}
