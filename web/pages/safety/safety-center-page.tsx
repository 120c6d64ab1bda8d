import { Ban, Flag, Heart, KeyRound, LifeBuoy, Lock, Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getHelplines } from '#contract/moderation/reports.ts'
import { getSafetySettings, getSafetyDefaults } from '#contract/safety/safety-settings.ts'
import { submitSafetySetting } from '#web/features/safety-settings/submit-safety-setting.ts'
import { SafetyDefaultsTable } from '#web/features/safety-settings/safety-defaults-table.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { safetyCenterMessages } from '#web/messages/safety/safety-center.ts'
import type { Route } from './+types/safety-center-page.ts'
import { createLoaderApiClient, createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import './safety-center.css'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const [{ me }, table, { lines }] = await Promise.all([
    api(getSession, {}),
    api(getSafetyDefaults, {}),
    createLoaderApiClientForOptionalData(args)(getHelplines, {}, { lines: [] }),
  ])
  return { table, lines, own: me && (await api(getSafetySettings, {})).settings }
}

export async function action(args: Route.ActionArgs) {
  return submitSafetySetting(args, await args.request.formData())
}

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, {
    title: safetyCenterMessages.kicker,
    description: safetyCenterMessages.description,
  })
}

const cardStyleById = {
  account: { hue: 'music', icon: <KeyRound /> },
  reporting: { hue: 'live', icon: <Ban /> },
  privacy: { hue: 'shows', icon: <Lock /> },
  guidelines: { hue: 'talent', icon: <Heart /> },
} as Record<string, { hue: string; icon: ReactNode }>

/**
 * The Safety Center with six cards (specification, section 2: Safety Center), written for people aged 13–19.
 */
export default function SafetyCenterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lines } = loaderData
  return (
    <>
      <InfoPageHeader {...safetyCenterMessages} hue="stories" drawing={<PageIllustration name="shield" />}>
        <a href="#report" className={getButtonClassName({ variant: 'ink', size: 'large' }, 'mt-6')}>
          <Flag aria-hidden="true" /> {safetyCenterMessages.jump}
        </a>
      </InfoPageHeader>
      <div className="page-inside page-body">
        <div className="safety-cards">
          {safetyCenterMessages.cards.map(({ id, title, tips }) => (
            <section key={id} className="safety-card" data-hue={cardStyleById[id]?.hue} aria-labelledby={id}>
              <span className="safety-card-icon" aria-hidden="true">
                {cardStyleById[id]?.icon}
              </span>
              <h2 id={id}>{title}</h2>
              <ul>
                {tips.map((tip) => (
                  <li key={tip}>{tip}</li>
                ))}
              </ul>
            </section>
          ))}
          <SafetyContactCard
            id="help"
            hue="movies"
            icon={<LifeBuoy />}
            {...safetyCenterMessages.help}
            to={pagePaths.contactWithSubject('safety-help')}
          />
          <SafetyContactCard
            id="report"
            hue="challenges"
            icon={<Flag />}
            {...safetyCenterMessages.report}
            to={pagePaths.contactWithSubject('report')}
          />
        </div>
        <SafetyDefaultsTable table={loaderData.table} own={loaderData.own} chosen={actionData} />
        <p className="safety-danger">
          <Siren aria-hidden="true" />
          <span>
            {safetyCenterMessages.danger}
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </span>
        </p>
        <nav className="flex flex-wrap gap-3" aria-label={safetyCenterMessages.more}>
          {[
            [pagePaths.reports, safetyCenterMessages.myReports],
            [pagePaths.intimateImageNotice, safetyCenterMessages.notice.action],
            [pagePaths.terms, safetyCenterMessages.terms],
            [pagePaths.privacy, safetyCenterMessages.privacy],
            [pagePaths.help, safetyCenterMessages.helpCenter],
          ].map(([to, label]) => (
            <Link key={label} to={to!} className={getButtonClassName()}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </>
  )
}

interface SafetyContactCardProps {
  id: string
  hue: string
  icon: ReactNode
  title: string
  text: string
  action: string
  to: string
}

/** A card with a link to a place where visitors can get help from a real person. */
function SafetyContactCard({ id, hue, icon, title, text, action: label, to }: SafetyContactCardProps) {
  return (
    <section className="poster safety-card safety-ask" data-hue={hue} aria-labelledby={`${id}-title`} id={id}>
      <span className="safety-card-icon" aria-hidden="true">
        {icon}
      </span>
      <h2 id={`${id}-title`}>{title}</h2>
      <p>{text}</p>
      <Link to={to} className={getButtonClassName({ variant: 'ink' }, 'safety-ask-action')}>
        {label}
      </Link>
    </section>
  )
}
