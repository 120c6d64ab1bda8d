/*
 * The entry point of `npm run dev`. Starts the same server as `main.ts`, except that pages are compiled on
 * request and hot-reloaded (platform/pages/vite-server.ts). `node --watch-path` restarts the server when one
 * of its source files changes.
 */
import { env } from 'node:process'

env['NODE_ENV'] = 'development'
await import('./start.ts')
