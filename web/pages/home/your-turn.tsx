import { Link } from 'react-router'
import { useAuth } from '#web/features/auth.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Drawing } from '#web/ui/drawings.tsx'
import { words } from '#web/words/home.ts'

/** The last thing on the page: somebody who scrolled this far wants in. */
export function YourTurn() {
  const { me } = useAuth()
  return (
    <section className="poster your-turn" data-hue="challenge">
      <div>
        <h2 className="your-turn-title">{words.yourTurn}</h2>
        <p>{me ? words.yourTurnIn : words.yourTurnOut}</p>
        <Link
          to={me ? paths.create() : paths.signup()}
          className={buttonClass({ variant: 'ink', size: 'large' })}
        >
          {me ? words.upload : words.join}
        </Link>
      </div>
      <div className="your-turn-drawing" data-hue="talent">
        <Drawing name="stage" />
      </div>
    </section>
  )
}
