import { Link } from 'react-router'
import { type ContactSubjectSlug, contactSubjectSlugs } from '#contract/contact/support.ts'
import { pagePaths } from '#web/paths.ts'
import type { HelpEntry, HelpLinkTarget } from '#web/messages/help/help-center.ts'

/** A question that expands to its answer; search results show it expanded, under a heading. */
export function HelpEntryItem({
  entry: { id, question: ask, answer, link },
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
          <Link to={getHelpLinkPath(link.to)} className="link">
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

function getHelpLinkPath(place: HelpLinkTarget): string {
  if (isContactSubject(place)) return pagePaths.contactAbout(place)
  const page = pagePaths[place]
  return typeof page === 'string' ? page : page()
}

function isContactSubject(place: HelpLinkTarget): place is ContactSubjectSlug {
  return contactSubjectSlugs.some((subject) => subject === place)
}
