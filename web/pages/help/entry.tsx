import { Link } from 'react-router'
import { type ContactSlug, contactSlugs } from '#contract/support.ts'
import { paths } from '#web/paths.ts'
import type { HelpEntry, HelpPlace } from '#web/words/help.ts'

/** A question that opens on its answer; in search results it stands open, under a heading. */
export function Entry({
  entry: { id, ask, answer, link },
  folded,
  heading: Heading = 'h3',
}: {
  entry: HelpEntry
  folded?: boolean
  heading?: 'h3'
}) {
  const inside = (
    <>
      <p>{answer}</p>
      {link && (
        <p>
          <Link to={pathOf(link.to)} className="link">
            {link.label}
          </Link>
        </p>
      )}
    </>
  )
  if (folded)
    return (
      <details id={id} className="help-entry">
        <summary>{ask}</summary>
        {inside}
      </details>
    )
  return (
    <article className="help-entry help-entry-open">
      <Heading>{ask}</Heading>
      {inside}
    </article>
  )
}

function pathOf(place: HelpPlace): string {
  if (isSubject(place)) return paths.contactAbout(place)
  const page = paths[place]
  return typeof page === 'string' ? page : page()
}

function isSubject(place: HelpPlace): place is ContactSlug {
  return contactSlugs.some((subject) => subject === place)
}
