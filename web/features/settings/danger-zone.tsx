import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/settings.ts'
import { Card } from './card.tsx'

export function DangerZone() {
  return (
    <Card id="danger-zone" title={words.danger} danger>
      <p className="mt-2 max-w-[70ch] text-quiet">{words.dangerText}</p>
      <Link to={paths.contactAbout('delete-account')} className={buttonClass({ variant: 'danger' }, 'mt-4')}>
        {words.delete}
      </Link>
    </Card>
  )
}
