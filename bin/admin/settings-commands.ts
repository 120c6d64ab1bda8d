import { readFile, writeFile } from 'node:fs/promises'
import { ApiError } from '#contract/errors/api-error.ts'
import { createInvitation, invitationDefaults } from '#contract/invitations/invitations.ts'
import { SettingsFile } from '#contract/settings/settings-endpoints.ts'
import { isSiteSettingKey, siteSettings } from '#contract/settings/site-settings.ts'
import { createInvitationLink } from '#server/admin/invitations/manage-invitations.ts'
import { changeSettings } from '#server/admin/settings/change-settings.ts'
import { exportSettings, listSettings } from '#server/admin/settings/list-settings.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import type { CommandResult } from './maintenance-commands.ts'

/** Runs a `settings` command. Returns undefined if its arguments are invalid. */
export async function runSettingsCommand(args: string[]): Promise<CommandResult | undefined> {
  const [verb, key, ...rest] = args
  const value = rest.join(' ')
  return withReadableErrors(async () => {
    if (verb === 'list' && !key) return { text: await formatSettings(), isSuccess: true }
    if (verb === 'get' && key) return { text: await formatSetting(key), isSuccess: true }
    if (verb === 'set' && key && rest.length > 0) return setSetting(key, parseSettingArgument(key, value))
    if (verb === 'unset' && key) return setSetting(key, null)
    if (verb === 'export') return exportToFile(key)
    if (verb === 'import' && key) return importFromFile(key)
    return undefined
  })
}

/** Creates an invitation link: `invite [--uses N] [--days N] [--note TEXT]`. */
export async function runInviteCommand(args: string[]): Promise<CommandResult | undefined> {
  const given: Record<string, string> = {}
  for (let at = 0; at < args.length; at += 2) {
    const name = /^--(uses|days|note)$/.exec(args[at]!)?.[1]
    if (!name || args[at + 1] === undefined) return undefined
    given[name] = args[at + 1]!
  }
  const { uses = invitationDefaults.uses, days = invitationDefaults.days, note = '' } = given
  const body = createInvitation.body!.safeParse({ uses: Number(uses), days: Number(days), note })
  return withReadableErrors(async () => {
    if (!body.success) throw new ApiError('invitation_invalid')
    const { url, invitation } = await createInvitationLink(null, body.data)
    const text = `${url}\nUp to ${invitation.max_uses} people can join with this link until ${invitation.expires_at}.`
    return { text, isSuccess: true }
  })
}

async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) throw new OperatorCommandError(`${error.title}. ${error.detail}`)
    throw error
  }
}

async function formatSettings(): Promise<string> {
  const { settings } = await listSettings()
  return settings
    .map(({ key, value, source, environment_variable }) => {
      const origin = source === 'environment' ? `set by ${environment_variable}` : source
      return `${key} = ${JSON.stringify(value)} (${origin})`
    })
    .join('\n')
}

async function formatSetting(key: string): Promise<string> {
  const found = (await listSettings()).settings.find((setting) => setting.key === key)
  if (!found) throw new OperatorCommandError(`There is no setting ${key}. Use settings list.`)
  return typeof found.value === 'string' ? found.value : JSON.stringify(found.value)
}

/** A text is taken as it is, if the setting is text. Other values are JSON, such as 20, true or [{"text":"…"}]. */
function parseSettingArgument(key: string, argument: string): unknown {
  if (isSiteSettingKey(key) && siteSettings[key].schema.safeParse(argument).success) return argument
  try {
    return JSON.parse(argument)
  } catch {
    return argument
  }
}

async function setSetting(key: string, value: unknown): Promise<CommandResult> {
  await changeSettings(null, { [key]: { value } })
  return { text: `${key} is now ${JSON.stringify(await currentValueOf(key))}.`, isSuccess: true }
}

async function currentValueOf(key: string): Promise<unknown> {
  return (await listSettings()).settings.find((setting) => setting.key === key)?.value
}

async function exportToFile(path: string | undefined): Promise<CommandResult> {
  const text = JSON.stringify(await exportSettings(), null, 2)
  if (!path) return { text, isSuccess: true }
  await writeFile(path, `${text}\n`)
  return { text: `The settings were written to ${path}.`, isSuccess: true }
}

async function importFromFile(path: string): Promise<CommandResult> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorCommandError(`The file ${path} cannot be read.`)
  })
  const { settings } = parseSettingsFile(text)
  const changes = Object.entries(settings).map(([key, value]) => [key, { value }])
  await changeSettings(null, Object.fromEntries(changes))
  return { text: `${changes.length} settings were imported.`, isSuccess: true }
}

function parseSettingsFile(text: string): SettingsFile {
  try {
    return SettingsFile.parse(JSON.parse(text))
  } catch {
    throw new ApiError('settings_file_invalid')
  }
}
