import type { Locator } from '@playwright/test'

/** Presses a button as soon as React has hydrated the button, before the page's effects have run. */
export async function clickWhenHydrated(button: Locator): Promise<void> {
  await button.evaluate(async (element: HTMLElement) => {
    const { port1, port2 } = new MessageChannel()
    const isHydrated = () => Object.keys(element).some((key) => key.startsWith('__reactProps'))
    port1.start()
    while (!isHydrated())
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true })
        port2.postMessage(0)
      })
    element.click()
  })
}
