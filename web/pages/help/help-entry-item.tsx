import { Link } from 'react-router'
import { type ContactSubjectSlug, contactSubjectSlugs } from '#contract/contact/support.ts'
import { pagePaths } from '#web/paths.ts'
import type { HelpEntry, HelpLinkTarget } from '#web/messages/help/help-center.ts'

/**
 * A help entry: a question that expands to show the answer. In search results, the question is expanded and
 * appears under a heading.
 */
export function HelpEntryItem({
  entry: { id, question, answer, link },
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
        <summary>{question}</summary>
        {inside}
      </details>
    )
  return (
    <article className="help-entry help-entry-open">
      <Heading>{question}</Heading>
      {inside}
    </article>
  )
}

function getHelpLinkPath(target: HelpLinkTarget): string {
  if (isContactSubject(target)) return pagePaths.contactWithSubject(target)
  const page = pagePaths[target]
  return typeof page === 'string' ? page : page()
}

function isContactSubject(target: HelpLinkTarget): target is ContactSubjectSlug {
  return contactSubjectSlugs.some((subject) => subject === target)
}
