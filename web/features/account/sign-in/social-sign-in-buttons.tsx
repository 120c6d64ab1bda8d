import { formatList } from '#i18n/formats.ts'
import { Form } from 'react-router'
import { socialProviders } from '#contract/accounts/accounts.ts'
import type { SiteInfo } from '#contract/site-info.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'

const socialSignInMessages = accountFormMessages.social

interface Props {
  social: SiteInfo['social']
  /** The verb in the button's label, for example "Sign in" or "Join". */
  verb: string
}

/**
 * Shows the Google and Apple sign-in buttons. If Google or Apple sign-in is not configured, the button for it
 * says so instead of failing.
 */
export function SocialSignInButtons({ social, verb }: Props) {
  const unavailable = socialProviders.filter((provider) => !social[provider])
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-15 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {socialSignInMessages.or}
      </p>
      <Form method="post" className="grid gap-3 sm:grid-cols-2">
        {socialProviders.map((provider) => (
          <Button
            key={provider}
            type={social[provider] ? 'submit' : 'button'}
            name="provider"
            value={provider}
            size="large"
            className="w-full px-4 text-15"
            disabledReason={
              !social[provider] && socialSignInMessages.off({ name: socialSignInMessages[provider] })
            }
          >
            {providerIcons[provider]}{' '}
            {socialSignInMessages.with({ verb, name: socialSignInMessages[provider] })}
          </Button>
        ))}
      </Form>
      {unavailable.length > 0 && (
        <p className="text-15 text-quiet">
          {socialSignInMessages.allOff({
            names: formatList(unavailable.map((provider) => socialSignInMessages[provider])),
            count: unavailable.length,
          })}
        </p>
      )}
    </div>
  )
}

const providerIcons = {
  google: <ProviderInitial of={socialSignInMessages.google} />,
  apple: <ProviderInitial of={socialSignInMessages.apple} />,
}

function ProviderInitial({ of }: { of: string }) {
  return (
    <span aria-hidden="true" className="font-display text-21 font-extrabold">
      {of[0]}
    </span>
  )
}
