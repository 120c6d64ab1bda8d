import { useEffect, useState } from 'react'

/**
 * Handles the keys that a user presses in a combobox. The arrow keys move through the list and then back to
 * the input. Enter chooses the active option. If no option is active, Enter submits the form. Escape closes
 * the list. If the list is closed, Escape closes the popover that contains the combobox.
 */
export function useComboboxKeys(
  input: HTMLInputElement,
  choices: readonly { to: string }[],
  onChoose: (to: string) => void,
) {
  const [open, setOpen] = useState(true)
  const [active, setActive] = useState(-1)

  useEffect(() => {
    const close = () => {
      setOpen(false)
      setActive(-1)
    }
    const move = (by: number) => {
      setOpen(true)
      // Position -1 is the input element, so there is one more position than there are options.
      setActive((at) => ((at + 1 + by + choices.length + 1) % (choices.length + 1)) - 1)
    }
    const key = (event: KeyboardEvent) => {
      const chosen = open ? choices[active] : undefined
      if (event.isComposing) return
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if (event.key === 'Enter' && chosen) onChoose(chosen.to)
      else if (event.key === 'Escape' && open && choices.length && !input.closest('[popover]')) close()
      else return
      event.preventDefault()
    }
    const type = () => {
      setOpen(true)
      setActive(-1)
    }
    input.addEventListener('keydown', key)
    input.addEventListener('input', type)
    input.addEventListener('focus', type)
    input.addEventListener('blur', close)
    return () => {
      input.removeEventListener('keydown', key)
      input.removeEventListener('input', type)
      input.removeEventListener('focus', type)
      input.removeEventListener('blur', close)
    }
  }, [input, choices, open, active, onChoose])

  return { open, active: Math.min(active, choices.length - 1), close: () => setOpen(false) }
}
