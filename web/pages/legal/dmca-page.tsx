import type { Route } from './+types/dmca-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { dmcaSections, getDmcaSummary } from './documents/dmca-text.tsx'
import { LegalDocument } from './documents/legal-document.tsx'
import { dmcaMessages } from '#web/messages/legal/dmca.ts'

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, { title: dmcaMessages.title, description: dmcaMessages.description })
}

export default function DmcaPage() {
  return (
    <LegalDocument
      title={dmcaMessages.title}
      effectiveDate={dmcaMessages.dated}
      hue="live"
      getSummary={getDmcaSummary}
      sections={dmcaSections}
    />
  )
}
