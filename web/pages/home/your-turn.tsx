import { Link } from 'react-router'
import { useAuth } from '#web/features/auth.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Drawing } from '#web/ui/drawings.tsx'

/** The last thing on the page: somebody who scrolled this far wants in. */
export function YourTurn() {
  const { me } = useAuth()
  return (
    <section className="poster your-turn" data-hue="challenge">
      <div>
        <h2 className="your-turn-title">Your turn.</h2>
        <p>
          {me
            ? 'Pick a clip from your phone. It plays in seconds and gets better while you watch.'
            : 'You bring the clip, we bring the people. Joining takes a minute and costs nothing.'}
        </p>
        <Link
          to={me ? paths.create() : paths.signup()}
          className={buttonClass({ variant: 'ink', size: 'large' })}
        >
          {me ? 'Upload something' : 'Join Free'}
        </Link>
      </div>
      <div className="your-turn-drawing" data-hue="talent">
        <Drawing name="stage" />
      </div>
    </section>
  )
}
