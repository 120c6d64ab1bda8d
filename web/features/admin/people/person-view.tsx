import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminPerson } from '#contract/admin/people.ts'
import type { CaseDecision } from '#contract/moderation/case-decision.ts'
import { formatNumber } from '#i18n/formats.ts'
import { adminPeopleMessages } from '#web/messages/admin/people.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'

interface PersonViewProps {
  person: AdminPerson
  /** The forms that change the account. */
  children: ReactNode
}

export function PersonView({ person, children }: PersonViewProps) {
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex-1 basis-72">
          <h1 className="text-40 wrap-anywhere" dir="auto">
            {person.display_name}
          </h1>
          <p className="text-quiet">
            <bdi>@{person.username}</bdi>
          </p>
        </div>
        <Link to={pagePaths.adminPeople} className={getButtonClassName({ size: 'small' })}>
          <ArrowLeft aria-hidden="true" /> {adminPeopleMessages.back}
        </Link>
        <Link to={pagePaths.creator(person.username)} className={getButtonClassName({ size: 'small' })}>
          {adminPeopleMessages.profile}
        </Link>
      </header>
      <AccountFacts person={person} />
      {children}
      <OpenCases cases={person.cases} />
      <Decisions decisions={person.decisions} />
    </>
  )
}

function AccountFacts({ person }: { person: AdminPerson }) {
  const { counts } = person
  const facts: [label: string, value: string][] = [
    [adminPeopleMessages.email, describeEmail(person)],
    [adminPeopleMessages.role, adminPeopleMessages.roles[person.role]],
    [adminPeopleMessages.state, describeState(person)],
    [adminPeopleMessages.ageBand, adminPeopleMessages.bands[person.age_band]],
    [adminPeopleMessages.privacy, adminPeopleMessages.isPrivate({ value: person.is_private })],
    [
      adminPeopleMessages.secondFactor,
      adminPeopleMessages.hasSecondFactor({ value: person.has_second_factor }),
    ],
    ...(person.comments_muted_until
      ? [[adminPeopleMessages.muted, formatDateTimeUtc(person.comments_muted_until)] as [string, string]]
      : []),
    [adminPeopleMessages.strikes, formatNumber(person.strikes)],
    [adminPeopleMessages.sessions, formatNumber(counts.sessions)],
    [adminPeopleMessages.videos, formatNumber(counts.videos)],
    [adminPeopleMessages.comments, formatNumber(counts.comments)],
    [adminPeopleMessages.followers, formatNumber(counts.followers)],
    [adminPeopleMessages.following, formatNumber(counts.following)],
    [adminPeopleMessages.reports, formatNumber(counts.reports)],
  ]
  return (
    <section className="admin-box" aria-labelledby="account">
      <h2 id="account" className="text-21">
        {adminPeopleMessages.account}
      </h2>
      <dl className="admin-facts-grid">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function describeEmail({ email, email_confirmed }: AdminPerson): string {
  return email_confirmed ? email : `${email} (${adminPeopleMessages.unconfirmed})`
}

function describeState({ state, suspended_until }: AdminPerson): string {
  const label = adminPeopleMessages.states[state]
  if (!suspended_until) return label
  return adminPeopleMessages.until({ state: label, date: formatDateTimeUtc(suspended_until) })
}

function OpenCases({ cases }: { cases: AdminPerson['cases'] }) {
  return (
    <section className="admin-box" aria-labelledby="cases">
      <h2 id="cases" className="text-21">
        {adminPeopleMessages.cases}
      </h2>
      {cases.length === 0 && <p className="text-quiet">{adminPeopleMessages.noCases}</p>}
      <ul className="admin-list">
        {cases.map(({ id, subject, opened_at }) => (
          <li key={id}>
            <Link to={pagePaths.moderationCase(id)} className="admin-row">
              {adminPeopleMessages.caseOpened({
                subject: adminPeopleMessages.caseSubjects[subject],
                date: formatDateTimeUtc(opened_at),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decisions({ decisions }: { decisions: CaseDecision[] }) {
  return (
    <section className="admin-box" aria-labelledby="decisions">
      <h2 id="decisions" className="text-21">
        {adminPeopleMessages.decisions}
      </h2>
      {decisions.length === 0 && <p className="text-quiet">{adminPeopleMessages.noDecisions}</p>}
      <ul className="admin-list">
        {decisions.map(({ id, action, about, by, made_at, reversed_at }) => (
          <li key={id}>
            <p className="font-semibold wrap-anywhere">
              {moderationConsoleMessages.actions[action].name}: <bdi>{about}</bdi>
            </p>
            <p className="text-15 text-quiet">
              {by ? <bdi>@{by}</bdi> : moderationConsoleMessages.automatic} · {formatDateTimeUtc(made_at)}
              {reversed_at && ` · ${moderationConsoleMessages.reversed}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
