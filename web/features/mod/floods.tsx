import { Link } from 'react-router'
import type { Flood } from '#contract/mod-floods.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { moment } from '#web/ui/moment.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { words } from '#web/words/mod.ts'

interface Props {
  floods: Flood[]
  /** Of the next page of groups. */
  next: string | null
  isLater: boolean
}

/** Groups of cases from one source, each in one line. They are dismissed where their claims are shown (flood-claims.tsx). */
export function Floods({ floods, next, isLater }: Props) {
  if (floods.length === 0 && !isLater) return null
  return (
    <section className="mod-box" aria-labelledby="floods">
      <h2 id="floods" className="text-21">
        {words.floods.title}
      </h2>
      <p className="text-quiet">{words.floods.text}</p>
      <ul className="mod-queue self-stretch">
        {floods.map((flood) => (
          <Line key={flood.key} flood={flood} />
        ))}
      </ul>
      {(next || isLater) && (
        <nav className="flex flex-wrap gap-2" aria-label={words.floods.pages}>
          {isLater && (
            <Link to={paths.mod()} className={buttonClass({ size: 'small' })}>
              {words.floods.first}
            </Link>
          )}
          {next && (
            <Link to={paths.modPage({ floods: next })} className={buttonClass({ size: 'small' })}>
              {words.floods.more}
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}

function Line({ flood }: { flood: Flood }) {
  const name = `${words.floods.kind[flood.kind]}, ${words.floods.cases(flood.cases)}`
  return (
    <li className="mod-case" data-priority={flood.priority} data-overdue={flood.overdue ? '' : undefined}>
      <span className="mod-priority" title={words.urgent[flood.priority]}>
        {words.priority(flood.priority)}
      </span>
      <div className="mod-case-text">
        <p className="font-semibold">{name}</p>
        <p className="mod-case-facts">
          {flood.overdue && <Badge>{words.overdue}</Badge>}
          <RelativeTime at={flood.opened_at} say={words.opened} />
          {flood.due_at && !flood.overdue && <span>{words.due(moment(flood.due_at))}</span>}
        </p>
      </div>
      <Link
        to={paths.modPage({ flood: flood.key })}
        className={buttonClass({ size: 'small' })}
        aria-label={words.floods.showOf(name)}
      >
        {words.floods.show}
      </Link>
    </li>
  )
}
