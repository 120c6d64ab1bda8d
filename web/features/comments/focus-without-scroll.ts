/** A ref that focuses a button when it appears. */
export function focusWithoutScroll(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
}
