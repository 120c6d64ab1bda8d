/** Returns a sentence with the exact command that installs the programs on this machine. */
export function formatInstallInstructions(names: readonly string[]): string
