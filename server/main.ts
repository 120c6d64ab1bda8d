import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import '#server/platform/node-env.ts'

/*
 * The entry point of the server. Node caches compiled sources and dependencies on disk, because compiling
 * took nearly half of the CPU time at startup. If the cache folder is not writable, the sources are compiled
 * at every start.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/afterbell'))
await import('./start.ts')
// The cache is flushed now because a killed process would not write it.
flushCompileCache()
