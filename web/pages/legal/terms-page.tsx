import { termsPageMessages } from '#web/messages/legal/terms.ts'
import type { Route } from './+types/terms-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { LegalDocument } from './documents/legal-document.tsx'
import { termsSections, getTermsSummary } from './documents/terms-text.tsx'

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, { title: termsPageMessages.title, description: termsPageMessages.description })
}

/**
 * The page with the terms that users accept when they sign up. The server stores with each account which
 * version of the terms the user has accepted.
 */
export default function TermsPage() {
  return (
    <LegalDocument
      title={termsPageMessages.title}
      effectiveDate={
        <>
          {termsPageMessages.version} <time dateTime="2024-12-15">{termsPageMessages.date}</time>
        </>
      }
      hue="music"
      getSummary={getTermsSummary}
      sections={termsSections}
    />
  )
}
