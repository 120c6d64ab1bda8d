import type { Route } from './+types/privacy.ts'
import { metaOf } from './meta.ts'
import { Document } from './prose/document.tsx'
import { privacySections, privacyShort } from './prose/privacy-text.tsx'

export function meta(args: Route.MetaArgs) {
  const description =
    'What we keep about you, what others can see, how long it stays, and what you and your parents can ask for.'
  return metaOf(args, { title: 'Privacy Policy', description })
}

export default function PrivacyPage() {
  return (
    <Document
      title="Privacy Policy"
      dated={
        <>
          Last updated <time dateTime="2024-12">December 2024</time>
        </>
      }
      hue="stories"
      short={privacyShort}
      sections={privacySections}
    />
  )
}
