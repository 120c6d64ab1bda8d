import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import '#server/platform/node-env.ts'

/*
 * The entry point. Node keeps compiled sources and dependencies on disk between starts: compiling took nearly
 * half of the processor time of a start. If that folder is not writable, they are compiled at every start.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/afterbell'))
await import('./start.ts')
// Flushed now, because a killed process would not write its cache.
flushCompileCache()
