import { MailCheck } from 'lucide-react'
import type { SiteInfo } from '#contract/site-info.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'

interface Props {
  texts: { look: string; before: string }
  after: string
  email: string
  mail: SiteInfo['mail']
}

/** The message is the same whether or not an account with this email address exists. */
export function EmailSentNotice({ texts, after, email, mail }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only
    <div className="flex flex-col gap-4" role="status">
      <p className="flex items-start gap-3 text-21 font-bold">
        <MailCheck className="mt-1 shrink-0 text-good-ink" aria-hidden="true" /> {texts.look}
      </p>
      <p>
        {texts.before}
        <strong className="break-all" dir="auto">
          {email}
        </strong>
        {after}
      </p>
      {mail === 'local' && <NoMailServerNotice />}
    </div>
  )
}

/**
 * Tells the user that this site has no mail server: it stores emails in its data folder instead of delivering
 * them.
 */
export function NoMailServerNotice() {
  return <p className="text-15 text-quiet">{accountFormMessages.localMail}</p>
}
