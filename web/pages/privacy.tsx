import { words } from '#web/words/privacy.ts'
import type { Route } from './+types/privacy.ts'
import { metaOf } from './meta.ts'
import { Document } from './prose/document.tsx'
import { privacySections, privacyShort } from './prose/privacy-text.tsx'

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.title, description: words.description })
}

export default function PrivacyPage() {
  return (
    <Document
      title={words.title}
      dated={
        <>
          {words.updated} <time dateTime="2024-12">{words.date}</time>
        </>
      }
      hue="stories"
      short={privacyShort}
      sections={privacySections}
    />
  )
}
