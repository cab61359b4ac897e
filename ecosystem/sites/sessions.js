import session from 'express-session'

/** Counts the visits of a session, in any store. */
export function createSessionSite(express, store) {
  let count = 0
  const genid = () => `s${++count}`
  const app = express()
  app.use(session({ secret: 'cat', store, resave: false, saveUninitialized: false, genid }))
  app.get('/', (req, res) => {
    req.session.views = (req.session.views ?? 0) + 1
    res.json(req.session.views)
  })
  return app
}
