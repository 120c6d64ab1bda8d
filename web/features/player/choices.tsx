import { choices } from '#contract/safety-choices.ts'
import { MenuChoice, MenuGroup } from '#web/ui/menu-choice.tsx'
import { words } from '#web/words/playing.ts'
import { choose, usePlaying } from './playing.ts'

/** Strictest first. */
const breaks: readonly number[] = choices.break_minutes

/** In the player’s settings: whether the next video begins by itself, and when a break is offered. */
export default function Choices({ hasNext }: { hasNext: boolean }) {
  const { playing } = usePlaying()
  if (!playing) return null
  const { autoplayNext, breakMinutes } = playing
  return (
    <>
      {hasNext && (
        <MenuGroup label={words.nextTitle}>
          <MenuChoice
            box
            checked={autoplayNext}
            onSelect={() => choose({ autoplayNext: !autoplayNext }, !autoplayNext)}
          >
            {words.nextByItself}
          </MenuChoice>
        </MenuGroup>
      )}
      <MenuGroup label={words.breakTitle} grid>
        {breaks.map((minutes) => (
          <MenuChoice
            key={minutes}
            checked={minutes === breakMinutes}
            onSelect={() =>
              choose({ breakMinutes: minutes }, breaks.indexOf(minutes) > breaks.indexOf(breakMinutes))
            }
          >
            {words.breakAfter(minutes)}
          </MenuChoice>
        ))}
      </MenuGroup>
    </>
  )
}
