import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import '#server/platform/node-runtime.ts'

/*
 * The entry point of the server. Node caches compiled sources and dependencies on disk, because compiling
 * took nearly half of the CPU time at startup. If the cache folder is not writable, the sources are compiled
 * at every start.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/afterbell'))
await import('./start.ts')
// Flushes the compile cache right after startup, because Node would otherwise write it only at exit, which a
// killed process never reaches.
flushCompileCache()
