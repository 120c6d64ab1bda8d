import { Link } from 'react-router'
import type { HelpEntry } from '#web/words/help.ts'

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
          <Link to={link.to} className="link">
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
