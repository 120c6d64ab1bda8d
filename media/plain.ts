import { join } from 'node:path'
import { x264 } from './commands.ts'
import { ladder, type Rung } from './ladder.ts'
import { options } from './options.ts'
import type { Source } from './probe.ts'
import { rate } from './timing.ts'

/**
 * What somebody who knows ffmpeg would type for the same ladder: one process, one decode, `split`, one `scale` each, the
 * same x264 and AAC settings, no sandbox. The yardstick of the bench. Its files lie flat in `out`, which must exist.
 */
export function plainLadderCommand(source: Source, input: string, out: string): string[] {
  const rungs = ladder(source)
  const split = `[0:${source.video}]split=${rungs.length}${rungs.map((_, i) => `[s${i}]`).join('')}`
  const scales = rungs.map(
    ({ width, height, fps }, i) => `[s${i}]fps=${rate(fps)},scale=${width}:${height}[v${i}]`,
  )
  return [
    'ffmpeg',
    ...options({
      nostdin: true,
      y: true,
      v: 'error',
      i: input,
      filter_complex: [split, ...scales].join(';'),
    }),
    ...rungs.flatMap((rung, i) => output(source, rung, `[v${i}]`, out)),
  ]
}

function output(source: Source, rung: Rung, video: string, out: string) {
  const form = options({
    pix_fmt: 'yuv420p',
    'c:a': 'aac',
    'b:a': rung.audioBitrate,
    ac: 2,
    f: 'hls',
    hls_time: 4,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_fmp4_init_filename: `${rung.name}_init.mp4`,
    hls_segment_filename: join(out, `${rung.name}_%05d.m4s`),
  })
  const audio = source.audio ? ['-map', `0:${source.audio.index}`] : []
  return ['-map', video, ...audio, ...x264(rung), ...form, join(out, `${rung.name}.m3u8`)]
}
