import { Link } from 'react-router'
import type { SafetySetting } from '#contract/safety/safety-settings.ts'
import { pagePaths } from '#web/paths.ts'
import { safetySettingLabels, safetySettingsMessages } from '#web/messages/safety/safety-settings.ts'
import { SafetySettingControl } from './safety-setting-control.tsx'
import type { SafetySettingResult } from './submit-safety-setting.ts'

/**
 * The "Safety & privacy" section of the settings, which contains every safety setting that users can change
 * themselves.
 */
export function SafetySettingsSection({
  settings,
  chosen,
}: {
  settings: SafetySetting[]
  chosen: SafetySettingResult | undefined
}) {
  return (
    <section
      id="safety"
      aria-labelledby="safety-title"
      className="scroll-mt-24 rounded-[22px] border border-line bg-raised p-5 sm:p-6"
    >
      <h3 id="safety-title" className="text-21">
        {safetySettingsMessages.section}
      </h3>
      <p className="mt-2 text-15 text-quiet">{safetySettingsMessages.sectionLead}</p>
      <dl className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-2">
        {settings
          .filter(({ choices }) => choices.length > 0)
          .map((one) => (
            <div key={one.setting}>
              <dt className="font-bold">{safetySettingLabels[one.setting].label}</dt>
              <dd className="mt-1 flex flex-col gap-2">
                <p className="text-13 text-quiet">{safetySettingLabels[one.setting].about}</p>
                <SafetySettingControl of={one} chosen={chosen} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="mt-6">
        <Link to={pagePaths.safetyDefaults} className="link">
          {safetySettingsMessages.allOfIt}
        </Link>
      </p>
    </section>
  )
}
