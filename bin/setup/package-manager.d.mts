/** A sentence with exactly the command to run on this machine. */
export function installInstructions(names: readonly string[]): string
