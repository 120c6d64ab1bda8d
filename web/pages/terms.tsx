import { words } from '#web/words/terms.ts'
import type { Route } from './+types/terms.ts'
import { metaOf } from './meta.ts'
import { Document } from './prose/document.tsx'
import { termsSections, termsShort } from './prose/terms-text.tsx'

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.title, description: words.description })
}

/** What people accept when they join. The version is the one that is stored with their account. */
export default function TermsPage() {
  return (
    <Document
      title={words.title}
      dated={
        <>
          {words.version} <time dateTime="2024-12-15">{words.date}</time>
        </>
      }
      hue="music"
      short={termsShort}
      sections={termsSections}
    />
  )
}
