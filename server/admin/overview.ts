import { readFileSync } from 'node:fs'
import type { SiteOverview } from '#contract/admin/overview.ts'
import { countOpenCases } from '#server/moderation/cases/case-queue.ts'
import type { ConsoleViewer } from './console-viewer.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export async function loadSiteOverview(viewer: ConsoleViewer): Promise<SiteOverview> {
  const { open, overdue } = await countOpenCases(viewer)
  return { version, cases: { open, overdue } }
}
