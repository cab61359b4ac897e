import { createServer, type Server } from 'node:http'
import type { Express } from '../../src/types/v5/public.ts'

export type Start = (app: Express) => Server

export const listen: Start = (app) => app.listen(0, '127.0.0.1') as Server

/** The ways to a server, on a free port, by the names that tests show. */
export const starts: Record<string, Start> = {
  'app.listen()': listen,
  'http.createServer(app)': (app) => createServer(app).listen(0, '127.0.0.1'),
}
