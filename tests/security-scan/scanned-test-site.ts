import {
  uploadClipForTranscoding,
  clipsToTranscode,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { startFuzzTestSite, type FuzzTestSite } from '#tests/fuzz/fuzz-test-site.ts'
import { getContent } from '#contract/content/content.ts'

export interface ScannedTestSite extends FuzzTestSite {
  /** The path of a media file that belongs to a playable video. */
  film: string
  /** Returns the error lines in the site's log. */
  errors: string[]
}

/**
 * Starts the whole product in a separate process, with people, records and cases of every kind, and a
 * playable video.
 */
export async function startScannedTestSite(): Promise<ScannedTestSite> {
  const errors: string[] = []
  const hear = (line: string) => void (line.includes('"level":"error"') && errors.push(line))
  // The site trusts the client addresses that the scanners send in X-Forwarded-For. If the scanners used a
  // single address, the rate limits would refuse most requests. Real attackers use many addresses.
  const site = await startFuzzTestSite({ ROLE: 'all', TRUST_PROXY: '127.0.0.1' }, hear)
  const film = await publishScanVideo(site.origin)
  return { ...site, film, errors }
}

async function publishScanVideo(url: string): Promise<string> {
  const member = await signUpOverHttp(url, 'filmmaker', 18)
  const id = await uploadClipForTranscoding(member, await clipsToTranscode.short())
  const item = await waitUntil(async () => {
    const got = await member.call(getContent, { params: { id } })
    return got.stream_status === 'ready' && got
  }, 120)
  return item.stream_url!
}
