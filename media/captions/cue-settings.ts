const percent = String.raw`(?:100|\d{1,2})(?:\.\d{1,3})?%`

/**
 * The settings for a cue's position (WebVTT §4.4). The `region` setting is omitted, because the parser
 * removes the definitions of all regions.
 */
const allowedSettings: Record<string, RegExp> = {
  vertical: /^(?:rl|lr)$/,
  line: new RegExp(String.raw`^(?:-?\d{1,2}|${percent})(?:,(?:start|center|end))?$`),
  position: new RegExp(`^${percent}(?:,(?:line-left|center|line-right))?$`),
  size: new RegExp(`^${percent}$`),
  align: /^(?:start|center|end|left|right)$/,
}

/** Returns the valid settings on a cue's timing line, each at most once. All other settings are removed. */
export function cleanCueSettings(text: string): string {
  const kept = new Map<string, string>()
  for (const setting of text.split(/[ \t]+/)) {
    const [, name = '', value = ''] = /^([a-z]+):(.+)$/.exec(setting) ?? []
    if (Object.hasOwn(allowedSettings, name) && allowedSettings[name]!.test(value)) kept.set(name, value)
  }
  return [...kept].map(([name, value]) => `${name}:${value}`).join(' ')
}
