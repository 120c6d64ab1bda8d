/*
 * The entry point of `npm run dev`: the same server, but pages are compiled on request and hot-reloaded
 * (platform/pages/vite-server.ts). `node --watch` restarts it when a source file of the server changes.
 */
process.env['NODE_ENV'] = 'development'
await import('./start.ts')

export {}
