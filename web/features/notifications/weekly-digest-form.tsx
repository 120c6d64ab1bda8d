import { Form } from 'react-router'
import type { WeeklyDigest } from '#contract/weekly-digest.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { weeklyDigestMessages } from '#web/messages/dashboard/weekly-digest.ts'

/** The form that turns the weekly email on or off. */
export function WeeklyDigestForm({ on, email_confirmed: isConfirmed }: WeeklyDigest) {
  return (
    <Form method="post" id="email" preventScrollReset className="news-switches">
      <h2 className="text-28">{weeklyDigestMessages.title}</h2>
      <Checkbox name="on" defaultChecked={on} {...weeklyDigestMessages.on} />
      {!isConfirmed && <p className="text-quiet">{weeklyDigestMessages.unconfirmed}</p>}
      <Button type="submit" name="intent" value="digest" className="self-start">
        {weeklyDigestMessages.save}
      </Button>
    </Form>
  )
}
