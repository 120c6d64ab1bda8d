import { uploadClipBytes, transcodeClips } from '#tests/support/cluster/transcode-status.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { signUpOverHttp } from '#tests/support/clients/http-visitor.ts'
import { openFuzzSite, type FuzzSite } from '#tests/fuzz/fuzz-site.ts'
import { getContent } from '#contract/content/content.ts'

export interface ScannedSite extends FuzzSite {
  /** The path of a file of a film that plays. */
  film: string
  /** What its log calls errors. */
  errors: string[]
}

/** The whole product in a process of its own, with people, papers and cases of every kind, and a film that plays. */
export async function openScannedSite(): Promise<ScannedSite> {
  const errors: string[] = []
  const hear = (line: string) => void (line.includes('"level":"error"') && errors.push(line))
  // Scanners come from many places, as attackers do; else all they would see is that they are too many.
  const site = await openFuzzSite({ ROLE: 'all', TRUST_PROXY: '127.0.0.1' }, hear)
  const film = await publishScanVideo(site.origin)
  return { ...site, film, errors }
}

async function publishScanVideo(url: string): Promise<string> {
  const member = await signUpOverHttp(url, 'filmmaker', 18)
  const id = await uploadClipBytes(member, await transcodeClips.short())
  const item = await waitUntil(async () => {
    const got = await member.call(getContent, { params: { id } })
    return got.stream_status === 'ready' && got
  }, 120)
  return item.stream_url!
}
