/** A sentence with exactly the command to run on this machine. */
export function howToInstall(names: readonly string[]): string
