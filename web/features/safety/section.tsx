import { Link } from 'react-router'
import type { SafetySetting } from '#contract/safety.ts'
import { paths } from '#web/paths.ts'
import { rows, words } from '#web/words/safety-table.ts'
import { Choice } from './choice.tsx'
import type { Chosen } from './choose.ts'

/** "Safety & privacy" of the settings: what one can choose oneself. */
export function SafetySection({
  settings,
  chosen,
}: {
  settings: SafetySetting[]
  chosen: Chosen | undefined
}) {
  return (
    <section
      id="safety"
      aria-labelledby="safety-title"
      className="scroll-mt-24 rounded-[22px] border border-line bg-raised p-5 sm:p-6"
    >
      <h3 id="safety-title" className="text-21">
        {words.section}
      </h3>
      <p className="mt-2 text-15 text-quiet">{words.sectionLead}</p>
      <dl className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-2">
        {settings
          .filter(({ choices }) => choices.length > 0)
          .map((one) => (
            <div key={one.setting}>
              <dt className="font-bold">{rows[one.setting].label}</dt>
              <dd className="mt-1 flex flex-col gap-2">
                <p className="text-13 text-quiet">{rows[one.setting].about}</p>
                <Choice of={one} chosen={chosen} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="mt-6">
        <Link to={paths.safetyTable} className="link">
          {words.allOfIt}
        </Link>
      </p>
    </section>
  )
}
