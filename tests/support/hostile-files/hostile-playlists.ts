import {
  getUploadOutcomeForMediaRejection,
  type HostileFile,
  getUploadOutcomeForApiError,
} from '#tests/support/hostile-files/hostile-file.ts'
import { mp4Box, ebmlHeader, ftypBox, uint32LE, riffChunk } from './file-builders.ts'

const never = [getUploadOutcomeForApiError('unsupported_format')]
const m3u = (...lines: string[]) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n${lines.join('\n')}\n#EXT-X-ENDLIST\n`
const segment = (url: string) => m3u('#EXTINF:10,', url)
const canary = 'http://127.0.0.1:__CANARY_PORT__'

/**
 * Playlists, manifests and scripts that would make an unprotected ffmpeg open a local file, a network address
 * or another user's video.
 */
const texts: [name: string, what: string, text: string][] = [
  ['list-file.mov', 'HLS playlist naming a local film', segment('file://__SECRET_PATH__.ts')],
  ['list-bare-path.mp4', 'HLS playlist naming a path', segment('__SECRET_PATH__.ts')],
  ['list-http.mkv', 'HLS playlist, a request to this machine', segment(`${canary}/a.ts`)],
  ['list-late.avi', 'HLS playlist behind white space', `\n\n   ${segment(`${canary}/b.ts`)}`],
  ['list-bom.webm', 'HLS playlist behind a byte order mark', `\xef\xbb\xbf${segment(`${canary}/c.ts`)}`],
  [
    'list-concat.flv',
    'HLS playlist, concat: of two files',
    segment('concat:__SECRET_PATH__.ts|__SECRET_PATH__'),
  ],
  [
    'list-subfile.wmv',
    'HLS playlist, subfile: of a file',
    segment('subfile,,start,0,end,64,,:__SECRET_PATH__'),
  ],
  [
    'list-data.m4v',
    'HLS playlist whose segment is a data: address',
    segment('data:video/mp2t;base64,R0AAEA=='),
  ],
  [
    'list-key.mp4',
    'HLS playlist with its key elsewhere',
    m3u(`#EXT-X-KEY:METHOD=AES-128,URI="${canary}/k"`, '#EXTINF:1,', 'a.ts'),
  ],
  [
    'list-map.mp4',
    'HLS playlist whose map is a file',
    m3u('#EXT-X-MAP:URI="file://__SECRET_PATH__"', '#EXTINF:1,', 'a.ts'),
  ],
  ['list-master.mp4', 'HLS master playlist', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${canary}/v.m3u8\n`],
  [
    'list-live.mov',
    'HLS playlist without an end',
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${canary}/l.ts\n`,
  ],
  [
    'concat-script.avi',
    'ffconcat script naming somebody’s film',
    `ffconcat version 1.0\nfile '__SECRET_PATH__.ts'\n`,
  ],
  ['concat-protocol.mkv', 'ffconcat script with a request', `ffconcat version 1.0\nfile ${canary}/f.ts\n`],
  [
    'manifest.webm',
    'DASH manifest',
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT5S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${canary}/d.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
  [
    'smooth.wmv',
    'Smooth Streaming manifest',
    `<SmoothStreamingMedia MajorVersion="2"><StreamIndex Url="${canary}/s"/></SmoothStreamingMedia>`,
  ],
  [
    'session.mp4',
    'SDP: opens sockets',
    'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video __CANARY_PORT__ RTP/AVP 96\na=rtpmap:96 H264/90000\n',
  ],
  ['reference.wmv', 'ASF redirection', `[Reference]\r\nRef1=${canary}/r.asf\r\n`],
  ['metadata.m4v', 'ffmetadata script', ';FFMETADATA1\ntitle=__SECRET_PATH__\n'],
  ['asx.wmv', 'ASX playlist', `<asx version="3"><entry><ref href="${canary}/x.wmv"/></entry></asx>`],
]

/**
 * Returns an AVI whose only subtitle track is a playlist. Attacks with such AVI files have been known since
 * 2017.
 */
function gab2SubtitleAvi(): Buffer {
  const list = segment(`${canary}/g.ts`)
  const strh = riffChunk('strh', 'txts', Buffer.alloc(16), uint32LE(1), uint32LE(1), Buffer.alloc(28))
  const headers = riffChunk(
    'LIST',
    'hdrl',
    riffChunk('avih', Buffer.alloc(56, 1)),
    riffChunk('LIST', 'strl', strh, riffChunk('strf', '')),
  )
  const name = Buffer.from('x\0', 'utf16le')
  const gab = Buffer.concat([
    Buffer.from('GAB2\0\x02\0', 'latin1'),
    uint32LE(name.length),
    name,
    Buffer.from([4, 0]),
    uint32LE(list.length),
    Buffer.from(list),
  ])
  return riffChunk('RIFF', 'AVI ', headers, riffChunk('LIST', 'movi', riffChunk('00tx', gab)))
}

export const hostilePlaylists: HostileFile[] = [
  ...texts.map(([name, what, text]): HostileFile => ({
    name,
    target: 'video',
    kind: 'playlist',
    what,
    bytes: async () => Buffer.from(text, 'latin1'),
    outcomes: never,
    within: 5,
  })),
  {
    name: 'list-behind-ftyp.mp4',
    target: 'video',
    kind: 'playlist',
    what: 'HLS playlist behind a real first box',
    bytes: async () => Buffer.concat([ftypBox, Buffer.from(segment(`${canary}/p.ts`))]),
    outcomes: [getUploadOutcomeForMediaRejection('unreadable')],
    within: 5,
  },
  {
    name: 'list-behind-ebml.mkv',
    target: 'video',
    kind: 'playlist',
    what: 'HLS playlist behind a real EBML head',
    bytes: async () =>
      Buffer.concat([ebmlHeader('matroska'), Buffer.from(segment('file://__SECRET_PATH__.ts'))]),
    outcomes: [getUploadOutcomeForMediaRejection('unreadable')],
    within: 5,
  },
  {
    name: 'list-in-mdat.mov',
    target: 'video',
    kind: 'playlist',
    what: 'HLS playlist as the content of a box',
    bytes: async () => Buffer.concat([ftypBox, mp4Box('mdat', segment(`${canary}/m.ts`))]),
    outcomes: [getUploadOutcomeForMediaRejection('unreadable')],
    within: 5,
  },
  {
    name: 'list-in-subtitles.avi',
    target: 'video',
    kind: 'playlist',
    what: 'AVI whose only track is a GAB2 subtitle: a playlist',
    bytes: async () => gab2SubtitleAvi(),
    outcomes: [
      getUploadOutcomeForMediaRejection('no_video'),
      getUploadOutcomeForMediaRejection('unreadable'),
    ],
    within: 5,
  },
  {
    name: 'reference-movie.mov',
    target: 'video',
    kind: 'playlist',
    what: 'QuickTime reference movie: the film is at another address',
    bytes: async () => {
      const rdrf = mp4Box('rdrf', Buffer.alloc(4), 'url ', uint32LE(0), `${canary}/q.mov\0`)
      return Buffer.concat([
        mp4Box('ftyp', 'qt  ', Buffer.alloc(4), 'qt  '),
        mp4Box('moov', mp4Box('rmra', mp4Box('rmda', rdrf))),
      ])
    },
    outcomes: [
      getUploadOutcomeForMediaRejection('unreadable'),
      getUploadOutcomeForMediaRejection('no_video'),
    ],
    within: 5,
  },
]
