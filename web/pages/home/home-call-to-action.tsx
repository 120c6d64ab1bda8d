import { Link } from 'react-router'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Illustration } from '#web/ui/feedback/illustrations.tsx'
import { homeMessages } from '#web/messages/browse/home.ts'

/** The section at the end of the home page that invites visitors to join the site. */
export function HomeCallToAction() {
  const { me } = useAuth()
  return (
    <section className="poster your-turn" data-hue="challenge">
      <div>
        <h2 className="your-turn-title">{homeMessages.yourTurn}</h2>
        <p>{me ? homeMessages.yourTurnIn : homeMessages.yourTurnOut}</p>
        <Link
          to={me ? pagePaths.uploadPage() : pagePaths.signUp()}
          className={getButtonClassName({ variant: 'ink', size: 'large' })}
        >
          {me ? homeMessages.upload : homeMessages.join}
        </Link>
      </div>
      <div className="your-turn-drawing" data-hue="talent">
        <Illustration name="stage" />
      </div>
    </section>
  )
}
