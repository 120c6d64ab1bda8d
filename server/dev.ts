/*
 * The entry point of `npm run dev`. It starts the same server, except that pages are compiled on request and
 * hot-reloaded (platform/pages/vite-server.ts). `node --watch-path` restarts it when a source file of the
 * server changes.
 */
import { env } from 'node:process'

env['NODE_ENV'] = 'development'
await import('./start.ts')
