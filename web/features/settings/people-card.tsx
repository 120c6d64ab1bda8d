import { UserRoundX, Users } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/people.ts'
import { Card } from './card.tsx'

/** The way to one's own lists of people. */
export function PeopleCard() {
  return (
    <Card id="people-title" title={words.card.title}>
      <p className="mt-2 max-w-[70ch] text-quiet">{words.card.text}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link to={paths.followers} className={buttonClass()}>
          <Users aria-hidden="true" /> {words.card.followers}
        </Link>
        <Link to={paths.people('blocked')} className={buttonClass()}>
          <UserRoundX aria-hidden="true" /> {words.card.apart}
        </Link>
      </p>
    </Card>
  )
}
