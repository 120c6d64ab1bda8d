/** A sentence with the exact command to run on this machine. */
export function installInstructions(names: readonly string[]): string
