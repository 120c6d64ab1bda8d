import type { Route } from './+types/dmca.ts'
import { metaOf } from './meta.ts'
import { dmcaSections, dmcaShort } from './prose/dmca-text.tsx'
import { Document } from './prose/document.tsx'
import { words } from '#web/words/dmca.ts'

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.title, description: words.description })
}

export default function DmcaPage() {
  return (
    <Document title={words.title} dated={words.dated} hue="live" short={dmcaShort} sections={dmcaSections} />
  )
}
