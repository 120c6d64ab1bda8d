import { Moon, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '#web/ui/chip.tsx'
import { words } from '#web/words/footer.ts'
import { chooseTheme, type Theme } from './theme.ts'

const choices = [
  { theme: undefined, label: words.theme.auto, icon: <SunMoon aria-hidden="true" /> },
  { theme: 'night', label: words.theme.night, icon: <Moon aria-hidden="true" /> },
  { theme: 'light', label: words.theme.light, icon: <Sun aria-hidden="true" /> },
] as const

export function ThemeChoice({ theme }: { theme: Theme | undefined }) {
  const [chosen, setChosen] = useState(theme)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would bring its own look
    <div className="chips needs-js mt-4" role="group" aria-label={words.theme.group}>
      {choices.map((choice) => (
        <Chip
          key={choice.label}
          icon={choice.icon}
          pressed={chosen === choice.theme}
          onClick={() => {
            setChosen(choice.theme)
            chooseTheme(choice.theme)
          }}
        >
          {choice.label}
        </Chip>
      ))}
    </div>
  )
}
