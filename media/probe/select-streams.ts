import { MediaRejectedError } from '../media-rejection.ts'

/** One stream as reported by `ffprobe -of json`. Any field can be missing in a damaged file. */
export type ProbedStream = {
  index: number
  codec_type?: string
  codec_name?: string
  profile?: string
  width?: number
  height?: number
  pix_fmt?: string
  sample_aspect_ratio?: string
  field_order?: string
  color_range?: string
  color_space?: string
  color_transfer?: string
  channels?: number
  sample_rate?: string
  duration?: string
  avg_frame_rate?: string
  disposition?: { default?: number; attached_pic?: number; hearing_impaired?: number; forced?: number }
  tags?: { language?: string }
  side_data_list?: { rotation?: number }[]
}

/**
 * The stream fields requested from ffprobe. Tags are excluded because the uploader controls their text. The
 * language is the only tag that is requested, and text-tracks.ts validates it.
 */
export const ffprobeStreamEntries = [
  'format=duration,start_time,nb_streams',
  'stream=index,codec_type,codec_name,profile,width,height,pix_fmt,sample_aspect_ratio,field_order',
  'color_range,color_space,color_transfer,channels,sample_rate,duration,avg_frame_rate',
]
  .join(',')
  .replace(',stream=', ':stream=')
  .concat(':stream_disposition=default,attached_pic,hearing_impaired,forced:stream_tags=language')
  .concat(':stream_side_data=rotation')

/**
 * Selects the video track. Tracks marked as default are preferred. If several tracks are left, the largest
 * track is selected. Ignores cover art. Throws `no_video` if there is no video track.
 */
export function chooseVideoStream(streams: readonly ProbedStream[]): ProbedStream {
  const films = streams.filter((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  const [best] = films.toSorted((a, b) => isDefault(b) - isDefault(a) || area(b) - area(a))
  if (best === undefined) throw new MediaRejectedError('no_video')
  return best
}

/**
 * Selects the audio track: the default track, or the first track if none is the default. Returns null if
 * there is no audio track.
 */
export function chooseAudioStream(streams: readonly ProbedStream[]): ProbedStream | null {
  const sounds = streams.filter((stream) => stream.codec_type === 'audio' && (stream.channels ?? 0) > 0)
  const known = sounds.filter((stream) => stream.codec_name !== undefined && stream.codec_name !== 'unknown')
  if (sounds.length > 0 && known.length === 0) throw new MediaRejectedError('codec')
  return known.toSorted((a, b) => isDefault(b) - isDefault(a))[0] ?? null
}

function isDefault(stream: ProbedStream) {
  return stream.disposition?.default ?? 0
}

function area(stream: ProbedStream) {
  return (stream.width ?? 0) * (stream.height ?? 0)
}
