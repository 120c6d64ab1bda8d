import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/contact.ts'

interface Props {
  deletion: { cancel_until: string; erased_by: string } | null
  /** A deletion was asked for by somebody who is not signed in. */
  signedOut: boolean
}

/** Stands where the form was. The focus goes there, or it would be lost with the button that was pressed. */
export function SentPanel({ deletion, signedOut }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4 rounded-[22px] bg-raised p-6">
      <h2 ref={title} tabIndex={-1} className="flex gap-3 text-21 outline-none">
        <CircleCheck className="mt-[2px] size-6 shrink-0 text-good-ink" aria-hidden="true" />{' '}
        {deletion ? words.delete.scheduled : words.sent}
      </h2>
      {signedOut && <p>{words.delete.signedOutSent}</p>}
      {deletion && <p>{words.booked(moment(deletion.cancel_until), moment(deletion.erased_by))}</p>}
      {deletion ? (
        <Link to={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
          {words.dashboard}
        </Link>
      ) : (
        <Link to={paths.contact} reloadDocument className={buttonClass()}>
          {words.reset}
        </Link>
      )}
    </div>
  )
}
