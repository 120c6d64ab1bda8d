import { VASTClient, VASTTracker } from '@dailymotion/vast-client'
import type { VastMediaFile } from './ad-media-file.ts'
import {
  fillVastMacros,
  type VastMacros,
  isAllowedAdUrl,
  anonymousFetchOptions,
  sendTrackingRequests,
} from './vast-tracking.ts'

/** A linear ad that the player can show. */
export interface LinearAd {
  files: VastMediaFile[]
  /** The URL that opens when the viewer clicks the ad, if there is one. */
  clickThrough: string | null
  clickTracking: unknown[]
  /**
   * The number of seconds after which the viewer can skip the ad, or null if the VAST document does not
   * specify it.
   */
  skipAfter: number | null
  tracker: VASTTracker
}

/**
 * Allows at most five VAST wrappers, each of which refers to another ad server. Add one to the number of
 * wrappers, because the library's limit also counts the final document, which contains the ad.
 */
const wrapperLimit = 5 + 1
/**
 * The maximum length of a VAST document, in characters. Real VAST documents have a few thousand characters.
 */
const maxDocumentLength = 500_000

/**
 * Requests the ads of a VAST tag (versions 2 to 4) and follows wrappers. Returns the linear ads in the order
 * of the VAST document. Errors in an ad are reported to the error URLs in its VAST documents. If the VAST tag
 * itself fails, the promise rejects with the error.
 */
export async function fetchVastAds(tag: string, signal: AbortSignal): Promise<LinearAd[]> {
  const client = new VASTClient(
    0,
    0,
    createMemoryStorage() as unknown as ConstructorParameters<typeof VASTClient>[2],
  )
  // The library's own tracking pixels are images. An image request would send cookies and a referrer.
  client.getParser().trackVastError = (addresses: unknown[], error: VastMacros) =>
    sendTrackingRequests(addresses, { ERRORCODE: error['ERRORCODE'] })
  const urlHandler = { get: (url: string) => fetchVastDocument(url, signal) }
  const response = client.get(fillVastMacros(tag), { urlHandler, wrapperLimit, resolveAll: false })
  const { ads } = (await Promise.race([response, rejectOnAbort(signal)])) as { ads: VastAd[] }
  return ads.map(toLinearAd).filter((ad) => ad !== null)
}

/** Creates an in-memory store for the library's request counts, so the counts are not persisted. */
function createMemoryStorage() {
  const items = new Map<string, unknown>()
  return {
    getItem: (name: string) => items.get(name),
    setItem: (name: string, value: unknown) => items.set(name, value),
  }
}

/**
 * Replaces the VAST library's own fetch function. The library's function does not support abort signals, and
 * after a timeout it throws in a timer callback, where the error cannot be caught.
 */
async function fetchVastDocument(url: string, signal: AbortSignal) {
  try {
    if (!isAllowedAdUrl(url)) throw new Error(`An ad server at ${url} is not asked`)
    const response = await fetch(url, { ...anonymousFetchOptions, signal })
    if (!response.ok) throw new Error(`The ad server answered ${response.status}`)
    const text = await response.text()
    if (text.length > maxDocumentLength) throw new Error('The response of the ad server is too large')
    const xml = new DOMParser().parseFromString(text, 'text/xml')
    if (xml.getElementsByTagName('parsererror').length)
      throw new Error('The response of the ad server is not valid XML')
    return { xml, details: { byteLength: text.length, statusCode: response.status } }
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

/** The properties of an ad that this module uses. The VAST library's own types use `any` for ads. */
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

/** The VAST library decides which ad events to report and when. This module sends the tracking requests. */
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
