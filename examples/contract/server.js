import { createUsers } from './application.js'

const port = process.env.PORT ?? 3000
createUsers().listen(port, () => {
  console.log(`Try it: http://localhost:${port}, described at http://localhost:${port}/docs`)
})
