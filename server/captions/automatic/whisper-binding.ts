import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Returns the path of the native binding of whisper.cpp, which is an optional dependency, or null if there is
 * none for this platform. The binding is never loaded into this process.
 */
export function findWhisperBinding(): string | null {
  try {
    return require.resolve(`@fugood/node-whisper-${process.platform}-${process.arch}`)
  } catch {
    return null
  }
}
