/** Returns a sentence with the exact command that installs the programs on this machine. */
export function installInstructions(names: readonly string[]): string
