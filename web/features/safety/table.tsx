import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSafety, SafetySetting } from '#contract/safety.ts'
import { rows, valueWords, words } from '#web/words/safety-table.ts'
import { Choice } from './choice.tsx'
import type { Chosen } from './choose.ts'
import './table.css'

interface Props {
  table: AnswerOf<typeof getSafety>
  /** Only for who is signed in. */
  own: SafetySetting[] | null
  chosen: Chosen | undefined
}

/** The defaults in force, for everybody to read; and for who is signed in what holds for them. */
export function SafetyTable({ table, own, chosen }: Props) {
  return (
    <section id="defaults" aria-labelledby="defaults-title" className="flex scroll-mt-24 flex-col gap-4">
      <h2 id="defaults-title" className="text-40">
        {words.title}
      </h2>
      <p>{words.lead}</p>
      <table className="safety-table">
        <thead>
          <tr>
            <th scope="col">{words.setting}</th>
            {table.ages.map((band) => (
              <th key={band} scope="col">
                {words.ages(band)}
              </th>
            ))}
            {own && (
              <th scope="col" className="own">
                {words.now}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.settings.map(({ setting, values }) => (
            <tr key={setting}>
              <th scope="row">
                {rows[setting].label}
                <span className="block text-13 font-normal text-quiet">{rows[setting].about}</span>
              </th>
              {values.map((value, at) => (
                <td key={table.ages[at]} data-of={words.ages(table.ages[at]!)}>
                  {valueWords(setting, value)}
                </td>
              ))}
              {own && (
                <td className="own" data-of={words.now}>
                  <Choice of={own.find((one) => one.setting === setting)!} chosen={chosen} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{words.never}</p>
      <p className="text-15 text-quiet">{words.asOf(table.as_of)}</p>
    </section>
  )
}
