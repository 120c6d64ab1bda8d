import { VASTClient, VASTTracker } from '@dailymotion/vast-client'
import type { VastMediaFile } from './ad-media-file.ts'
import {
  fillVastMacros,
  type VastMacros,
  isAllowedAdUrl,
  privateFetchOptions,
  sendTrackingRequests,
} from './vast-tracking.ts'

/** A playable linear ad. */
export interface LinearAd {
  files: VastMediaFile[]
  /** The URL a click opens, if any. */
  clickThrough: string | null
  clickTracking: unknown[]
  /** Seconds after which it can be skipped; null if unspecified. */
  skipAfter: number | null
  tracker: VASTTracker
}

/** At most five wrappers between ad servers; the library also counts the final document. */
const wrapperLimit = 5 + 1
/** Maximum document length in characters; real ones have a few thousand. */
const maxDocumentLength = 500_000

/**
 * Requests a tag's ads (VAST 2 to 4, following wrappers) and returns the linear ones in order. Errors of an
 * ad are reported to the URLs in its documents; errors of the tag itself are thrown.
 */
export async function fetchVastAds(tag: string, signal: AbortSignal): Promise<LinearAd[]> {
  const client = new VASTClient(
    0,
    0,
    createMemoryStorage() as unknown as ConstructorParameters<typeof VASTClient>[2],
  )
  // The library's own tracking pixels are images, which send cookies and a referrer.
  client.getParser().trackVastError = (addresses: unknown[], error: VastMacros) =>
    sendTrackingRequests(addresses, { ERRORCODE: error['ERRORCODE'] })
  const urlHandler = { get: (url: string) => fetchVastDocument(url, signal) }
  const response = client.get(fillVastMacros(tag), { urlHandler, wrapperLimit, resolveAll: false })
  const { ads } = (await Promise.race([response, rejectOnAbort(signal)])) as { ads: VastAd[] }
  return ads.map(toLinearAd).filter((ad) => ad !== null)
}

/** The library counts its requests in this storage; in memory, the counts vanish with the ad. */
function createMemoryStorage() {
  const items = new Map<string, unknown>()
  return {
    getItem: (name: string) => items.get(name),
    setItem: (name: string, value: unknown) => items.set(name, value),
  }
}

/** The library's own fetching throws from a timer on timeout and does not support abort signals. */
async function fetchVastDocument(url: string, signal: AbortSignal) {
  try {
    if (!isAllowedAdUrl(url)) throw new Error(`An ad server at ${url} is not asked`)
    const answer = await fetch(url, { ...privateFetchOptions, signal })
    if (!answer.ok) throw new Error(`The ad server answered ${answer.status}`)
    const text = await answer.text()
    if (text.length > maxDocumentLength) throw new Error('The response of the ad server is too large')
    const xml = new DOMParser().parseFromString(text, 'text/xml')
    if (xml.getElementsByTagName('parsererror').length)
      throw new Error('The response of the ad server is not valid XML')
    return { xml, details: { byteLength: text.length, statusCode: answer.status } }
  } catch (error) {
    return { error }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })
}

/** The parts of the library's ad type that we use; its own types are `any`. */
interface VastAd {
  creatives: VastCreative[]
}
interface VastCreative {
  type: string
  mediaFiles: VastMediaFile[]
  skipDelay: number | null
  videoClickThroughURLTemplate: { url: string } | null
  videoClickTrackingURLTemplates: unknown[]
}

function toLinearAd(ad: VastAd): LinearAd | null {
  const creative = ad.creatives.find(({ type, mediaFiles }) => type === 'linear' && mediaFiles.length > 0)
  if (!creative) return null
  const { mediaFiles: files, skipDelay, videoClickThroughURLTemplate: click } = creative
  return {
    files,
    clickThrough: click && /^https?:\/\//.test(click.url) ? fillVastMacros(click.url) : null,
    clickTracking: creative.videoClickTrackingURLTemplates,
    skipAfter: skipDelay !== null && skipDelay >= 0 ? skipDelay : null,
    tracker: createPrivateTracker(ad, creative),
  }
}

/** The library decides what to report and when; this module sends the requests. */
function createPrivateTracker(ad: VastAd, creative: VastCreative): VASTTracker {
  const tracker = new VASTTracker(null as never, ad as never, creative as never)
  tracker.trackURLs = (addresses: unknown[], macros: VastMacros = {}) =>
    sendTrackingRequests(addresses, {
      ...macros,
      ADPLAYHEAD: tracker.progress ? tracker.progressFormatted() : undefined,
      ASSETURI: creative.mediaFiles[0]?.fileURL ?? undefined,
    })
  return tracker
}
