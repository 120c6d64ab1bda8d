import { formatList } from '#i18n/formats.ts'
import { Form } from 'react-router'
import { socialProviders } from '#contract/accounts/accounts.ts'
import type { SiteInfo } from '#contract/site-info.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'

const socialSignInMessages = accountFormMessages.social

interface Props {
  social: SiteInfo['social']
  providers: SiteInfo['providers']
  /** The verb in the button's label, for example "Sign in" or "Join". */
  verb: string
}

/**
 * Shows the buttons for signing in with the providers of the site, and with Google and Apple. If the site has no
 * providers of its own, a button of Google or Apple that is not configured says so instead of failing.
 */
export function SocialSignInButtons({ social, providers, verb }: Props) {
  const known = socialProviders.filter((id) => providers.length === 0 || social[id])
  const unavailable = known.filter((id) => !social[id])
  const knownButtons = known.map((id) => ({ id, name: socialSignInMessages[id], isAvailable: social[id] }))
  const ownButtons = providers.map((provider) => ({ ...provider, isAvailable: true }))
  const isSingle = knownButtons.length + ownButtons.length === 1
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-15 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {socialSignInMessages.or}
      </p>
      <Form method="post" className={isSingle ? 'grid gap-3' : 'grid gap-3 sm:grid-cols-2'}>
        {[...ownButtons, ...knownButtons].map(({ id, name, isAvailable }) => (
          <Button
            key={id}
            type={isAvailable ? 'submit' : 'button'}
            name="provider"
            value={id}
            size="large"
            className="w-full px-4 text-15"
            disabledReason={!isAvailable && socialSignInMessages.off({ name })}
          >
            <ProviderInitial name={name} /> {socialSignInMessages.with({ verb, name })}
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

function ProviderInitial({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="font-display text-21 font-extrabold">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
