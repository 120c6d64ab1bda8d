import { Link } from 'react-router'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { navigationMessages } from '#web/messages/site/navigation.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Illustration } from '#web/ui/feedback/illustrations.tsx'
import { homeMessages } from '#web/messages/browse/home.ts'

/** The section at the end of the home page that invites visitors to join the site. */
export function HomeCallToAction() {
  const { me } = useAuth()
  const isRegistrationOpen = useIsRegistrationOpen()
  const visitorAction = isRegistrationOpen
    ? { to: pagePaths.signUp(), label: homeMessages.join }
    : { to: pagePaths.signIn(), label: navigationMessages.signIn }
  const { to, label } = me ? { to: pagePaths.uploadPage(), label: homeMessages.upload } : visitorAction
  return (
    <section className="poster your-turn" data-hue="challenge">
      <div>
        <h2 className="your-turn-title">{homeMessages.yourTurn}</h2>
        <p>{me ? homeMessages.yourTurnIn : homeMessages.yourTurnOut}</p>
        <Link to={to} className={getButtonClassName({ variant: 'ink', size: 'large' })}>
          {label}
        </Link>
      </div>
      <div className="your-turn-drawing" data-hue="talent">
        <Illustration name="stage" />
      </div>
    </section>
  )
}
