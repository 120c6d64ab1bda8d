import type { Rendition } from './rendition.ts'

/**
 * A subtitle rendition. Each subtitle rendition has a unique name and a unique combination of language and
 * `isSdh`.
 */
export interface SubtitleRendition {
  /** The URL of the rendition's playlist, relative to the master playlist. */
  uri: string
  /** A BCP 47 tag. */
  language: string
  name: string
  /** Whether the text also describes sounds, for people who are deaf or hard of hearing. */
  isSdh: boolean
  isDefault: boolean
}

/** The properties of a rendition that the master playlist contains. */
type ListedRendition = Omit<Rendition, 'duration' | 'picture_duration' | 'segments' | 'files'>

/**
 * Builds the master playlist for these renditions, lowest bandwidth first (RFC 8216bis §4.4.6.2). Some players start
 * with the first entry, even if they cannot play its codec, so H.264 comes first and the audio-only rendition last. The
 * audio-only entry has neither RESOLUTION nor FRAME-RATE. A frame rate of 0 is unknown.
 */
export function buildMasterPlaylist(
  renditions: readonly ListedRendition[],
  subtitles: readonly SubtitleRendition[] = [],
): string {
  const ascending = renditions.toSorted(
    (a, b) =>
      Number(hasVideoTrack(b)) - Number(hasVideoTrack(a)) ||
      Number(isAv1(a)) - Number(isAv1(b)) ||
      a.bandwidth - b.bandwidth,
  )
  const independent = ascending.every((rendition) => rendition.independent)
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', ...(independent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : [])]
  const variants = ascending.flatMap((rendition) => variantLines(rendition, subtitles.length > 0))
  return [...lines, ...subtitles.map(subtitleLine), ...variants, ''].join('\n')
}

const subtitleGroup = 'captions'

/** Returns the EXT-X-MEDIA tag of a subtitle rendition (RFC 8216bis §4.4.6.1). */
function subtitleLine({ uri, language, name, isSdh, isDefault }: SubtitleRendition): string {
  const attributes = [
    'TYPE=SUBTITLES',
    `GROUP-ID="${subtitleGroup}"`,
    // An attribute value cannot contain quotation marks or line breaks, and the playlist format cannot escape
    // them.
    `NAME="${name.replace(/["\r\n]/g, '')}"`,
    `LANGUAGE="${language}"`,
    `DEFAULT=${isDefault ? 'YES' : 'NO'}`,
    // Lets players choose the track that matches the device settings of the viewer.
    'AUTOSELECT=YES',
    'FORCED=NO',
    ...(isSdh ? [`CHARACTERISTICS="${sdhCharacteristics}"`] : []),
    `URI="${uri}"`,
  ]
  return `#EXT-X-MEDIA:${attributes.join(',')}`
}

/** The characteristics that Apple's HLS authoring specification defines for SDH. */
const sdhCharacteristics =
  'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound'

function variantLines(rendition: ListedRendition, hasSubtitles: boolean) {
  const attributes = [
    `BANDWIDTH=${rendition.bandwidth}`,
    `AVERAGE-BANDWIDTH=${rendition.average_bandwidth}`,
    `CODECS="${rendition.codecs}"`,
    ...(hasVideoTrack(rendition) ? [`RESOLUTION=${rendition.width}x${rendition.height}`] : []),
    ...(hasVideoTrack(rendition) && rendition.frame_rate > 0
      ? [`FRAME-RATE=${rendition.frame_rate.toFixed(3)}`]
      : []),
    ...(hasSubtitles ? [`SUBTITLES="${subtitleGroup}"`, 'CLOSED-CAPTIONS=NONE'] : []),
  ]
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition.name}/index.m3u8`]
}

function isAv1({ codecs }: Pick<Rendition, 'codecs'>) {
  return codecs.startsWith('av01')
}

export function hasVideoTrack({ height }: Pick<Rendition, 'height'>): boolean {
  return height > 0
}
