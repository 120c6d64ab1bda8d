import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/data.ts'
import { words as second } from '#web/words/second-step.ts'
import { Card } from './card.tsx'

/** Leads to the second step of signing in. */
export function SigningInLink() {
  return (
    <Card id="signing-in-link" title={second.link}>
      <p className="mt-2 max-w-[70ch] text-quiet">{second.linkText}</p>
      <Link to={paths.signingIn} className={buttonClass({}, 'mt-4')}>
        {second.link}
      </Link>
    </Card>
  )
}

/** Leads to one's data and devices, which have a page of their own. */
export function DataLink() {
  return (
    <Card id="data-link" title={words.link}>
      <p className="mt-2 max-w-[70ch] text-quiet">{words.linkText}</p>
      <Link to={paths.data} className={buttonClass({}, 'mt-4')}>
        {words.link}
      </Link>
    </Card>
  )
}
