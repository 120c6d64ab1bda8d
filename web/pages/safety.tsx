import { Ban, Flag, Heart, KeyRound, LifeBuoy, Lock, Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { getHelpLines } from '#contract/reports.ts'
import { getOwnSafety, getSafety } from '#contract/safety.ts'
import { chooseIn } from '#web/features/safety/choose.ts'
import { SafetyTable } from '#web/features/safety/table.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/safety.ts'
import type { Route } from './+types/safety.ts'
import { askOf, listsOf } from './ask.ts'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import './company/safety.css'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const [{ me }, table, { lines }] = await Promise.all([
    ask(getSession, {}),
    ask(getSafety, {}),
    listsOf(args)(getHelpLines, {}, { lines: [] }),
  ])
  return { table, lines, own: me && (await ask(getOwnSafety, {})).settings }
}

export async function action(args: Route.ActionArgs) {
  return chooseIn(args, await args.request.formData())
}

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.kicker, description: words.description })
}

const look = {
  account: { hue: 'music', icon: <KeyRound /> },
  reporting: { hue: 'live', icon: <Ban /> },
  privacy: { hue: 'shows', icon: <Lock /> },
  guidelines: { hue: 'talent', icon: <Heart /> },
} as Record<string, { hue: string; icon: ReactNode }>

/** Six cards (specification, section 2: Safety Center), written for ages 13–19. */
export default function SafetyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lines } = loaderData
  return (
    <>
      <PageHead {...words} hue="stories" drawing={<PageDrawing name="shield" />}>
        <a href="#report" className={buttonClass({ variant: 'ink', size: 'large' }, 'mt-6')}>
          <Flag aria-hidden="true" /> {words.jump}
        </a>
      </PageHead>
      <div className="page-inside page-body">
        <div className="safety-cards">
          {words.cards.map(({ id, title, tips }) => (
            <section key={id} className="safety-card" data-hue={look[id]?.hue} aria-labelledby={id}>
              <span className="safety-card-icon" aria-hidden="true">
                {look[id]?.icon}
              </span>
              <h2 id={id}>{title}</h2>
              <ul>
                {tips.map((tip) => (
                  <li key={tip}>{tip}</li>
                ))}
              </ul>
            </section>
          ))}
          <Ask
            id="help"
            hue="movies"
            icon={<LifeBuoy />}
            {...words.help}
            to={paths.contactAbout('safety-help')}
          />
          <Ask
            id="report"
            hue="challenges"
            icon={<Flag />}
            {...words.report}
            to={paths.contactAbout('report')}
          />
        </div>
        <SafetyTable table={loaderData.table} own={loaderData.own} chosen={actionData} />
        <p className="safety-danger">
          <Siren aria-hidden="true" />
          <span>
            {words.danger}
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </span>
        </p>
        <nav className="flex flex-wrap gap-3" aria-label={words.more}>
          {[
            [paths.reports, words.myReports],
            [paths.notice, words.notice.action],
            [paths.terms, words.terms],
            [paths.privacy, words.privacy],
            [paths.help, words.helpCenter],
          ].map(([to, label]) => (
            <Link key={label} to={to!} className={buttonClass()}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </>
  )
}

interface AskProps {
  id: string
  hue: string
  icon: ReactNode
  title: string
  text: string
  action: string
  to: string
}

/** A card that leads to a person. */
function Ask({ id, hue, icon, title, text, action: label, to }: AskProps) {
  return (
    <section className="poster safety-card safety-ask" data-hue={hue} aria-labelledby={`${id}-title`} id={id}>
      <span className="safety-card-icon" aria-hidden="true">
        {icon}
      </span>
      <h2 id={`${id}-title`}>{title}</h2>
      <p>{text}</p>
      <Link to={to} className={buttonClass({ variant: 'ink' }, 'safety-ask-action')}>
        {label}
      </Link>
    </section>
  )
}
