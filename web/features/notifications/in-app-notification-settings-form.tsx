import { Form } from 'react-router'
import { type NotificationPreferences, optionalNotificationKinds } from '#contract/notifications.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { OriginalFormValues } from '#web/ui/forms/original-form-values.tsx'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'

/** The form that chooses which kinds of notifications appear in the bell. */
export function InAppNotificationSettingsForm({ on }: { on: NotificationPreferences }) {
  return (
    <Form method="post" id="bell" preventScrollReset className="news-switches">
      <h2 className="text-28">{notificationMessages.switches.title}</h2>
      <p className="text-quiet">{notificationMessages.switches.text}</p>
      <OriginalFormValues saved={on} />
      {optionalNotificationKinds.map((kind) => (
        <Checkbox key={kind} name={kind} defaultChecked={on[kind]} {...notificationMessages.switches[kind]} />
      ))}
      <Button type="submit" name="intent" value="switches" className="self-start">
        {notificationMessages.switches.save}
      </Button>
    </Form>
  )
}
