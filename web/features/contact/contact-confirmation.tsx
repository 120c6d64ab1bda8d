import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { contactPageMessages } from '#web/messages/company/contact.ts'

interface Props {
  deletion: { cancel_until: string; erased_by: string } | null
  /** True if the person who requested the account deletion is signed out. */
  signedOut: boolean
}

/**
 * Replaces the contact form after the form has been sent. The confirmation receives focus, because the
 * pressed button no longer exists.
 */
export function ContactConfirmation({ deletion, signedOut }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4 rounded-[22px] bg-raised p-6">
      <h2 ref={title} tabIndex={-1} className="flex gap-3 text-21 outline-none">
        <CircleCheck className="mt-[2px] size-6 shrink-0 text-good-ink" aria-hidden="true" />{' '}
        {deletion ? contactPageMessages.delete.scheduled : contactPageMessages.sent}
      </h2>
      {signedOut && <p>{contactPageMessages.delete.signedOutSent}</p>}
      {deletion && (
        <p>
          {contactPageMessages.booked({
            until: formatDateTimeUtc(deletion.cancel_until),
            by: formatDateTimeUtc(deletion.erased_by),
          })}
        </p>
      )}
      {deletion ? (
        <Link to={pagePaths.dashboard} className={getButtonClassName({ variant: 'primary' })}>
          {contactPageMessages.dashboard}
        </Link>
      ) : (
        <Link to={pagePaths.contact} reloadDocument className={getButtonClassName()}>
          {contactPageMessages.reset}
        </Link>
      )}
    </div>
  )
}
