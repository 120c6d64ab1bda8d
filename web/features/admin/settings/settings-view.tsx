import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { type SettingState } from '#contract/settings/settings-endpoints.ts'
import { adminSettingsMessages } from '#web/messages/admin/settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { settingGroups } from './setting-form-values.ts'
import { SettingField } from './setting-field.tsx'
import './settings.css'

const messages = adminSettingsMessages

export type SettingGroupName = keyof typeof settingGroups

interface Props {
  settings: SettingState[]
  /** The error of the last submitted form, and the form that it belongs to. */
  problem: ReactNode
  problemGroup: string | undefined
  /** The values of the refused form, by field name. */
  entered: Record<string, string> | undefined
}

/** The settings in groups. Each group is saved separately. */
export function SettingsView({ settings, problem, problemGroup, entered }: Props) {
  return (
    <>
      <header>
        <h1 className="text-40">{messages.title}</h1>
        <p className="text-quiet">{messages.lead}</p>
      </header>
      {(Object.keys(settingGroups) as SettingGroupName[]).map((group) => {
        const isRefused = problemGroup === group
        return (
          <SettingGroup
            key={group}
            group={group}
            settings={settings}
            problem={isRefused && problem}
            entered={isRefused ? entered : undefined}
          />
        )
      })}
      <SettingsFileForms problem={problemGroup === 'file' && problem} />
    </>
  )
}

interface GroupProps {
  group: SettingGroupName
  settings: SettingState[]
  problem: ReactNode
  entered: Record<string, string> | undefined
}

function SettingGroup({ group, settings, problem, entered }: GroupProps) {
  const submitted = useNavigation().formData
  const keys: readonly string[] = settingGroups[group]
  const own = settings.filter(({ key }) => keys.includes(key))
  const isLocked = own.every(({ source }) => source === 'environment')
  return (
    <Form method="post" className="admin-box" aria-labelledby={`settings-${group}`} preventScrollReset>
      <h2 id={`settings-${group}`} className="text-26">
        {messages.groups[group]}
      </h2>
      <input type="hidden" name="group" value={group} />
      {problem}
      {/* A submit button that the Enter key uses, because the first button in the form may reset a setting. */}
      <button type="submit" hidden>
        {messages.save}
      </button>
      {own.map((setting) => (
        <SettingField key={`${setting.key} ${setting.version}`} setting={setting} entered={entered} />
      ))}
      {!isLocked && (
        <div>
          <Button
            type="submit"
            variant="primary"
            aria-label={messages.saveGroup({ group: messages.groups[group] })}
            busy={submitted?.get('group') === group}
          >
            {messages.save}
          </Button>
        </div>
      )}
    </Form>
  )
}

function SettingsFileForms({ problem }: { problem: ReactNode }) {
  const submitted = useNavigation().formData
  const { title, text, download, label, prompt, submit } = messages.file
  return (
    <section className="admin-box" aria-labelledby="settings-file">
      <h2 id="settings-file" className="text-26">
        {title}
      </h2>
      <p className="text-quiet">{text}</p>
      <div>
        <a href="/api/admin/settings/export" download="site-settings.json" className={getButtonClassName()}>
          <Download aria-hidden="true" /> {download}
        </a>
      </div>
      <Form method="post" encType="multipart/form-data" className="flex flex-col gap-3" preventScrollReset>
        <input type="hidden" name="group" value="file" />
        {problem}
        <FileField label={label} prompt={prompt} name="file" accept="application/json,.json" required />
        <div>
          <Button type="submit" busy={submitted?.get('group') === 'file'}>
            {submit}
          </Button>
        </div>
      </Form>
    </section>
  )
}
