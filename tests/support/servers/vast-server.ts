import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the ad server received. */
export interface AdRequest {
  path: string
  cookie: string | undefined
  referer: string | undefined
}

export interface VastServer {
  url: string
  asked: AdRequest[]
  /** The names of the tracking events that the server received, in order: `impression`, `start` … */
  tracked(): string[]
  forget(): void
  close(): Promise<void>
}

/**
 * A local VAST 4.2 ad server. `/inline` is an ad. `/wrapper/3` leads to an ad through three wrappers. The
 * paths `/empty`, `/malformed`, `/wrong-type`, `/missing-media`, `/no-media`, `/too-big`, `/slow` and
 * `/stalling` simulate common failures. With the query parameter `skip=5`, for example, the ad is long and
 * can be skipped after five seconds. Without `skip`, the ad is short and cannot be skipped.
 */
export async function startVastServer(films?: { short: string; long: string }): Promise<VastServer> {
  const [short, long] = films
    ? [await readFile(films.short), await readFile(films.long)]
    : [Buffer.alloc(0), Buffer.alloc(0)]
  const asked: AdRequest[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push({ path, cookie: request.headers.cookie, referer: request.headers.referer })
    respondTo(url, path.startsWith('/long') ? long : short, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    tracked: () =>
      asked.filter(({ path }) => path.startsWith('/track')).map(({ path }) => path.slice('/track/'.length)),
    forget: () => void asked.splice(0),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function respondTo(url: string, clip: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', url)
  response.setHeader('access-control-allow-origin', '*')
  // Real ad servers set a cookie to recognize visitors.
  response.setHeader('set-cookie', 'seen=1; Path=/')
  const [, word, depth] = pathname.split('/')
  if (word === 'track') return void response.writeHead(204).end()
  if (word === 'slow') return
  if (word === 'landing')
    return void response.setHeader('content-type', 'text/html').end('<link rel=icon href=data:,>')
  if (word === 'missing.mp4') return void response.writeHead(404).end()
  if (word === 'stalling.mp4') return sendStallingVideo(clip, response)
  if (word === 'short.mp4' || word === 'long.mp4') return sendVideo(clip, request, response)
  response.setHeader('content-type', 'application/xml')
  response.end(vastDocument(url, word ?? '', Number(depth ?? 0), searchParams))
}

function vastDocument(url: string, word: string, depth: number, wish: URLSearchParams): string {
  const files: Record<string, string> = {
    'wrong-type':
      file(`${url}/short.mp4`, 'application/x-mpegURL') +
      file(`${url}/ad.js`, 'application/javascript', 'VPAID'),
    'missing-media': file(`${url}/missing.mp4`),
    stalling: file(`${url}/stalling.mp4`),
    'no-media': '',
  }
  if (word === 'malformed') return '<VAST version="4.2"><Ad><InLine></Ad>'
  if (word === 'too-big') return `<VAST version="4.2"><!--${'x'.repeat(600_000)}--></VAST>`
  if (word === 'empty') return vast(`<Error><![CDATA[${url}/track/error-[ERRORCODE]]]></Error>`)
  if (word === 'wrapper' && depth > 0) return vast(wrapperAd(url, depth))
  return vast(inlineAd(url, files[word] ?? goodFiles(url, wish.has('skip') ? 'long' : 'short'), wish))
}

const vast = (inside: string) => `<?xml version="1.0"?><VAST version="4.2">${inside}</VAST>`

function wrapperAd(url: string, depth: number): string {
  const next = depth === 1 ? '/inline' : `/wrapper/${depth - 1}`
  return `<Ad id="w${depth}"><Wrapper><AdSystem>Test</AdSystem>
    <VASTAdTagURI><![CDATA[${url}${next}]]></VASTAdTagURI>
    <Error><![CDATA[${url}/track/error-[ERRORCODE]]]></Error>
    <Impression><![CDATA[${url}/track/impression-${depth}]]></Impression>
    <Creatives><Creative><Linear><TrackingEvents><Tracking event="start"><![CDATA[${url}/track/start-${depth}]]></Tracking>
    </TrackingEvents></Linear></Creative></Creatives></Wrapper></Ad>`
}

const events =
  'creativeView start firstQuartile midpoint thirdQuartile complete skip mute unmute pause resume'.split(' ')

function inlineAd(url: string, files: string, wish: URLSearchParams): string {
  const skip = wish.get('skip')
  return `<Ad id="a"><InLine><AdSystem>Test</AdSystem><AdTitle>Test ad</AdTitle>
    <Error><![CDATA[${url}/track/error-[ERRORCODE]]]></Error>
    <Impression><![CDATA[${url}/track/impression]]></Impression>
    <Creatives>
      <Creative sequence="1"><CompanionAds><Companion width="300" height="60"><StaticResource creativeType="image/png">
        <![CDATA[${url}/banner.png]]></StaticResource></Companion></CompanionAds></Creative>
      <Creative sequence="1"><UniversalAdId idRegistry="test">1</UniversalAdId>
      <Linear${skip === null ? '' : ` skipoffset="00:00:0${skip}"`}><Duration>00:00:04</Duration>
        <TrackingEvents>${events.map((event) => `<Tracking event="${event}"><![CDATA[${url}/track/${event}]]></Tracking>`).join('')}</TrackingEvents>
        <VideoClicks><ClickThrough><![CDATA[${url}/landing]]></ClickThrough>
          <ClickTracking><![CDATA[${url}/track/click]]></ClickTracking></VideoClicks>
        <MediaFiles>${files}</MediaFiles>
      </Linear></Creative>
    </Creatives></InLine></Ad>`
}

const file = (address: string, type = 'video/mp4', framework = '', height = 180) =>
  `<MediaFile delivery="progressive" type="${type}" width="${(height * 16) / 9}" height="${height}" bitrate="500"${framework && ` apiFramework="${framework}"`}><![CDATA[${address}]]></MediaFile>`

function goodFiles(url: string, length: string): string {
  return [
    file(`${url}/ad.js`, 'application/javascript', 'VPAID'),
    file(`${url}/missing.mp4?4k`, 'video/mp4', '', 4320),
    file(`${url}/${length}.mp4`, 'video/mp4', '', 2160),
    file(`${url}/missing.mp4?hls`, 'application/x-mpegURL'),
  ].join('')
}

function sendVideo(clip: Buffer, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-type', 'video/mp4')
  response.setHeader('accept-ranges', 'bytes')
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return void response.end(clip)
  const end = to ? Number(to) : clip.length - 1
  response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${clip.length}` })
  response.end(clip.subarray(Number(from), end + 1))
}

/** Sends the first third of the video and then stalls. */
function sendStallingVideo(clip: Buffer, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length })
  response.write(clip.subarray(0, Math.floor(clip.length / 3)))
}
