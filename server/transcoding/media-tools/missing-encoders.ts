import { listEncoders } from '#media/ffmpeg/list-encoders.ts'
import { config } from '#server/platform/config.ts'

/**
 * Returns the encoders that this site needs and that ffmpeg lacks. Returns null if ffmpeg cannot be started. Throws
 * SandboxUnavailableError if the sandbox does not work.
 */
export async function listMissingEncoders(): Promise<string[] | null> {
  const wanted = ['libx264', 'aac', 'libwebp', ...(config.idleEncoding ? ['libsvtav1'] : [])]
  const present = await listEncoders()
  return present && wanted.filter((name) => !present.has(name))
}
