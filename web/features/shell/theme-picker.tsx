import { Moon, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '#web/ui/controls/chip.tsx'
import { footerMessages } from '#web/messages/site/footer.ts'
import { applyTheme, type ThemeName } from './theme.ts'

const getThemeOptions = () =>
  [
    { theme: undefined, label: footerMessages.theme.auto, icon: <SunMoon aria-hidden="true" /> },
    { theme: 'night', label: footerMessages.theme.night, icon: <Moon aria-hidden="true" /> },
    { theme: 'light', label: footerMessages.theme.light, icon: <Sun aria-hidden="true" /> },
  ] as const

export function ThemePicker({ theme }: { theme: ThemeName | undefined }) {
  const [chosen, setChosen] = useState(theme)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has unwanted default styles
    <div className="chips needs-js mt-4" role="group" aria-label={footerMessages.theme.group}>
      {getThemeOptions().map((choice) => (
        <Chip
          key={choice.label}
          icon={choice.icon}
          pressed={chosen === choice.theme}
          onClick={() => {
            setChosen(choice.theme)
            applyTheme(choice.theme)
          }}
        >
          {choice.label}
        </Chip>
      ))}
    </div>
  )
}
