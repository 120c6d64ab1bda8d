import { resolve } from 'node:path'
import { blame } from './blame.ts'
import { stereo } from './commands.ts'
import { run } from './ffmpeg.ts'
import { open } from './input.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import { MediaRefusal } from './refusal.ts'

/**
 * Integrated loudness of the chosen sound in LUFS (EBU R128, gated), or null without sound, in silence (the meter's floor of -70),
 * or where the sound cannot be decoded.
 */
export async function measureLoudness(job: {
  source: Source
  input: string
  signal?: AbortSignal | undefined
}): Promise<number | null> {
  const { source, input, signal } = job
  if (source.audio === null) return null
  const args = loudnessCommand(source, resolve(input))
  const ending = await run({ tool: 'ffmpeg', args, input, signal, cpuSeconds: 60 + source.duration })
  try {
    blame(ending, 'loudness', signal)
  } catch (error) {
    if (error instanceof MediaRefusal) return null
    throw error
  }
  return integrated(ending.log)
}

/** The meter prints its summary on standard error at level `info`; `framelog` keeps the ten lines a second away. */
export function loudnessCommand(source: Source, path: string): string[] {
  const begin = options({
    hide_banner: true,
    nostdin: true,
    v: 'info',
    nostats: true,
    progress: 'pipe:1',
    vn: true,
  })
  const what = [
    '-map',
    `0:${source.audio?.index}`,
    '-af',
    `${stereo},ebur128=framelog=verbose`,
    '-f',
    'null',
    '-',
  ]
  return [...begin, ...open(source.demuxer, path), ...what]
}

function integrated(log: string) {
  const lufs = Number.parseFloat(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(log)?.[1] ?? 'NaN')
  return Number.isNaN(lufs) || lufs <= -70 ? null : lufs
}
