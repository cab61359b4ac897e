import type { Application } from '../../app/application.ts'
import { defaultViewsDirectory, writeDefaultSettings } from '../../app/settings.ts'
import { View } from '../../views/view.ts'

export function defaultSettings(app: Application): void {
  writeDefaultSettings(app)
  app.set('view', View)
  app.set('views', defaultViewsDirectory())
  app.set('jsonp callback name', 'callback')
  if (app.settings.env === 'production') app.enable('view cache')
}
