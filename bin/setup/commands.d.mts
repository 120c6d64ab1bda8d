/** Returns the full path of a program, or undefined. */
export function which(program: string): string | undefined
