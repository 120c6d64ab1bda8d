import { uploaded, films } from '../faults/filming.ts'
import { eventually } from '../support/eventually.ts'
import { joined } from '../media/member.ts'
import { openSite, type Site } from '../requests/site.ts'
import { getContent } from '#contract/content.ts'

export interface Scanned extends Site {
  /** The path of a file of a film that plays. */
  film: string
  /** What its log calls errors. */
  errors: string[]
}

/** The whole product in a process of its own, with people, papers and cases of every kind, and a film that plays. */
export async function openScanned(): Promise<Scanned> {
  const errors: string[] = []
  const hear = (line: string) => void (line.includes('"level":"error"') && errors.push(line))
  // Scanners come from many places, as attackers do; else all they would see is that they are too many.
  const site = await openSite({ ROLE: 'all', TRUST_PROXY: '127.0.0.1' }, hear)
  const film = await filmed(site.origin)
  return { ...site, film, errors }
}

async function filmed(url: string): Promise<string> {
  const member = await joined(url, 'filmmaker', 18)
  const id = await uploaded(member, await films.short())
  const item = await eventually(async () => {
    const got = await member.call(getContent, { params: { id } })
    return got.stream_status === 'ready' && got
  }, 120)
  return item.stream_url!
}
