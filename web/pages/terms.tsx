import type { Route } from './+types/terms.ts'
import { metaOf } from './meta.ts'
import { Document } from './prose/document.tsx'
import { termsSections, termsShort } from './prose/terms-text.tsx'

export function meta(args: Route.MetaArgs) {
  const description =
    'The terms of service in plain words: who can join, what stays yours, what is not allowed, and how to leave.'
  return metaOf(args, { title: 'Terms of Service', description })
}

/** What people accept when they join. The version is the one that is stored with their account. */
export default function TermsPage() {
  return (
    <Document
      title="Terms of Service"
      dated={
        <>
          Version 2.0 · Effective <time dateTime="2024-12-15">December 15, 2024</time>
        </>
      }
      hue="music"
      short={termsShort}
      sections={termsSections}
    />
  )
}
