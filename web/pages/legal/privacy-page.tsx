import { privacyPageMessages } from '#web/messages/legal/privacy.ts'
import type { Route } from './+types/privacy-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { LegalDocument } from './documents/legal-document.tsx'
import { privacySections, getPrivacySummary } from './documents/privacy-text.tsx'

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, {
    title: privacyPageMessages.title,
    description: privacyPageMessages.description,
  })
}

export default function PrivacyPage() {
  return (
    <LegalDocument
      title={privacyPageMessages.title}
      effectiveDate={
        <>
          {privacyPageMessages.updated} <time dateTime="2024-12">{privacyPageMessages.date}</time>
        </>
      }
      hue="stories"
      getSummary={getPrivacySummary}
      sections={privacySections}
    />
  )
}
