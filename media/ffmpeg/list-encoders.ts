import { runFfmpeg } from './run-ffmpeg.ts'

/**
 * Returns the names of the encoders that ffmpeg contains, such as `libx264`. Returns null if ffmpeg or ffprobe cannot be
 * started. Throws SandboxUnavailableError if the sandbox does not work.
 */
export async function listEncoders(): Promise<Set<string> | null> {
  const names = new Set<string>()
  const listing = await runFfmpeg({
    tool: 'ffmpeg',
    args: ['-hide_banner', '-encoders'],
    onLine: (line) => {
      const [, name] = /^ [A-Z.]{6} ([\w-]+) /.exec(line) ?? []
      if (name) names.add(name)
    },
  })
  const probe = await runFfmpeg({ tool: 'ffprobe', args: ['-version'] })
  return listing.ok && probe.ok ? names : null
}
