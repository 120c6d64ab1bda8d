import { Form, Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { OriginalFormValues } from '#web/ui/forms/original-form-values.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'

export interface QuietHoursFormValues {
  from: string
  to: string
}

interface Props {
  /** The current quiet hours, or null if the user has not set any. */
  hours: QuietHoursFormValues | null
  /** A requested change that shortens the quiet hours, so the user must confirm it. */
  asks: { hours: QuietHoursFormValues | null } | undefined
  problem: string | undefined
}

const defaultQuietHours = { from: '21:00', to: '07:00' }

/**
 * The form that sets the quiet hours, during which notifications are silent. Quiet hours are given in the
 * user's own time zone.
 */
export function QuietHoursForm({ hours, asks, problem }: Props) {
  const values = asks ? asks.hours : hours
  return (
    <Form method="post" id="quiet-hours" preventScrollReset className="news-switches">
      <h2 className="text-28">{notificationMessages.quiet.title}</h2>
      <OriginalFormValues saved={{ on: hours !== null, ...(hours ?? defaultQuietHours) }} />
      <Checkbox name="on" defaultChecked={values !== null} {...notificationMessages.quiet.on} />
      <div className="flex flex-wrap gap-5">
        <TextField
          type="time"
          name="from"
          label={notificationMessages.quiet.from}
          defaultValue={(values ?? defaultQuietHours).from}
          required
        />
        <TextField
          type="time"
          name="to"
          label={notificationMessages.quiet.to}
          defaultValue={(values ?? defaultQuietHours).to}
          required
        />
      </div>
      {problem && <FieldErrorMessage>{problem}</FieldErrorMessage>}
      {asks ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="basis-full">{notificationMessages.quiet.looser}</p>
          <Button type="submit" name="intent" value="quiet-yes">
            {notificationMessages.quiet.yes}
          </Button>
          <Link to={pagePaths.notifications} preventScrollReset className={getButtonClassName()}>
            {notificationMessages.quiet.no}
          </Link>
        </div>
      ) : (
        <Button type="submit" name="intent" value="quiet" className="self-start">
          {notificationMessages.quiet.save}
        </Button>
      )}
      <p>
        <Link to={pagePaths.watchTime} className="link">
          {notificationMessages.quiet.time}
        </Link>
      </p>
    </Form>
  )
}
