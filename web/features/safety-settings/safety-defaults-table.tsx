import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSafetyDefaults, SafetySetting } from '#contract/safety/safety-settings.ts'
import {
  safetySettingLabels,
  formatSafetySettingValue,
  safetySettingsMessages,
} from '#web/messages/safety/safety-settings.ts'
import { SafetySettingControl } from './safety-setting-control.tsx'
import type { SafetySettingResult } from './submit-safety-setting.ts'
import './safety-defaults-table.css'

interface Props {
  table: ResponseOf<typeof getSafetyDefaults>
  /** The viewer's own settings, or null if the viewer is signed out. */
  own: SafetySetting[] | null
  chosen: SafetySettingResult | undefined
}

/**
 * Shows the default safety settings to signed-in and signed-out viewers. Signed-in viewers also see the
 * values of their own settings.
 */
export function SafetyDefaultsTable({ table, own, chosen }: Props) {
  return (
    <section id="defaults" aria-labelledby="defaults-title" className="flex scroll-mt-24 flex-col gap-4">
      <h2 id="defaults-title" className="text-40">
        {safetySettingsMessages.title}
      </h2>
      <p>{safetySettingsMessages.lead}</p>
      <table className="safety-table">
        <thead>
          <tr>
            <th scope="col">{safetySettingsMessages.setting}</th>
            {table.ages.map((band) => (
              <th key={band} scope="col">
                {safetySettingsMessages.ages(band)}
              </th>
            ))}
            {own && (
              <th scope="col" className="own">
                {safetySettingsMessages.now}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.settings.map(({ setting, values }) => (
            <tr key={setting}>
              <th scope="row">
                {safetySettingLabels[setting].label}
                <span className="block text-13 font-normal text-quiet">
                  {safetySettingLabels[setting].about}
                </span>
              </th>
              {values.map((value, at) => (
                <td key={table.ages[at]} data-of={safetySettingsMessages.ages(table.ages[at]!)}>
                  {formatSafetySettingValue(setting, value)}
                </td>
              ))}
              {own && (
                <td className="own" data-of={safetySettingsMessages.now}>
                  <SafetySettingControl of={own.find((one) => one.setting === setting)!} chosen={chosen} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{safetySettingsMessages.never}</p>
      <p className="text-15 text-quiet">{safetySettingsMessages.asOf(table.as_of)}</p>
    </section>
  )
}
