import { VASTClient, VASTTracker } from '@dailymotion/vast-client'
import type { VastMediaFile } from './ad-media-file.ts'
import {
  fillVastMacros,
  type VastMacros,
  isAllowedAdUrl,
  privateFetchOptions,
  sendTrackingRequests,
} from './vast-tracking.ts'

/** A linear ad that could be played. */
export interface LinearAd {
  files: VastMediaFile[]
  /** Where a click leads, if anywhere. */
  clickThrough: string | null
  clickTracking: unknown[]
  /** Seconds after which it may be skipped; null: never said. */
  skipAfter: number | null
  tracker: VASTTracker
}

/** Wrappers that may lead from one ad server to the next; the library counts the document at the end as well. */
const wrapperLimit = 5 + 1
/** Letters of a document; real ones have some thousands. */
const maxDocumentLength = 500_000

/**
 * Asks the tag for ads (VAST 2 to 4, wrappers followed) and gives those that are linear, in their order. What goes wrong with an
 * ad is reported to whom its documents name; what goes wrong with the tag itself is an Error.
 */
export async function fetchVastAds(tag: string, signal: AbortSignal): Promise<LinearAd[]> {
  const client = new VASTClient(
    0,
    0,
    createMemoryStorage() as unknown as ConstructorParameters<typeof VASTClient>[2],
  )
  // The library's own pixels are images, which carry cookies and say where they were asked from.
  client.getParser().trackVastError = (addresses: unknown[], error: VastMacros) =>
    sendTrackingRequests(addresses, { ERRORCODE: error['ERRORCODE'] })
  const urlHandler = { get: (url: string) => fetchVastDocument(url, signal) }
  const asked = client.get(fillVastMacros(tag), { urlHandler, wrapperLimit, resolveAll: false })
  const { ads } = (await Promise.race([asked, rejectOnAbort(signal)])) as { ads: VastAd[] }
  return ads.map(toLinearAd).filter((ad) => ad !== null)
}

/** The library counts its calls in createLocalStorage; here it forgets them with the ad. */
function createMemoryStorage() {
  const kept = new Map<string, unknown>()
  return {
    getItem: (name: string) => kept.get(name),
    setItem: (name: string, value: unknown) => kept.set(name, value),
  }
}

/** Its own fetching throws out of a timer when it takes too long, and knows no signal. */
async function fetchVastDocument(url: string, signal: AbortSignal) {
  try {
    if (!isAllowedAdUrl(url)) throw new Error(`An ad server at ${url} is not asked`)
    const answer = await fetch(url, { ...privateFetchOptions, signal })
    if (!answer.ok) throw new Error(`The ad server answered ${answer.status}`)
    const text = await answer.text()
    if (text.length > maxDocumentLength) throw new Error('The ad server answered too much')
    const xml = new DOMParser().parseFromString(text, 'text/xml')
    if (xml.getElementsByTagName('parsererror').length) throw new Error('The ad server’s answer is broken')
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

/** The parts of the library's ad that we use; its types say any. */
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

/** The library decides what is due when; we ask the addresses. */
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
